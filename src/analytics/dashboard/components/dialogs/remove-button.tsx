import { type ReactElement, type ReactNode, useState } from "react";
import * as z from "zod";
import { send } from "../../api/request.ts";
import { Form } from "../form.tsx";
import { Tool } from "../tool.tsx";
import { Modal } from "./modal.tsx";

export interface RemoveButtonProps {
	readonly verb?: "Delete" | "End early access" | "Revoke";
	/** Name of the removed record. */
	readonly name: string;
	/** Warning about the data loss. */
	readonly warning: string;
	/** Path of the request. */
	readonly path: string;
	/** Everything below this path is fetched again. */
	readonly refreshes: string;
	/** Whether the name must be typed. */
	readonly isTyped?: boolean | undefined;
	/** Called after the removal, before anything is fetched again. */
	readonly onDone?: () => void;
}

/** Removes a record after a confirmation. */
export function RemoveButton(props: RemoveButtonProps): ReactElement {
	const { verb = "Delete", name, warning, path, refreshes, isTyped = false, onDone } = props;
	const [isAsking, setIsAsking] = useState(false);
	return (
		<>
			<Tool needs="editor" look="danger" onClick={() => setIsAsking(true)} of={name}>
				{verb}
			</Tool>
			{isAsking && (
				<ConfirmDialog
					title={`${verb} ${name}?`}
					action={verb}
					{...(isTyped ? { word: name } : {})}
					send={async () => {
						await send("DELETE", path);
						onDone?.();
					}}
					refreshes={refreshes}
					onClose={() => setIsAsking(false)}
				>
					<p>{warning}</p>
				</ConfirmDialog>
			)}
		</>
	);
}

export interface ConfirmDialogProps {
	readonly title: string;
	/** Label of the button, such as `Delete`. */
	readonly action: string;
	/** The user must type this word, which prevents accidental clicks. */
	readonly word?: string;
	readonly send: () => Promise<unknown>;
	/** Everything below this path is fetched again. */
	readonly refreshes: string;
	readonly onClose: () => void;
	/** Warning about the data loss. */
	readonly children: ReactNode;
}

/** Asks for a confirmation before data is lost. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
	const { title, action, word, send, refreshes, onClose, children } = props;
	const typed = z
		.string()
		.refine((text) => text === word, `must be ${word}`)
		.meta({ title: `Type ${word} to confirm` });
	return (
		<Modal title={title} onClose={onClose}>
			{children}
			<Form
				schema={z.object(word === undefined ? {} : { typed })}
				submit={action}
				done=""
				look="danger"
				send={send}
				refreshes={refreshes}
				onDone={onClose}
				onCancel={onClose}
			/>
		</Modal>
	);
}
