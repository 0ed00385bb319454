import type { ReactElement, ReactNode } from "react";
import * as z from "zod";
import { Form } from "../form.tsx";
import { Modal } from "./modal.tsx";

export interface ConfirmDialogProps {
	readonly title: string;
	/** What the button does, such as `Delete`. */
	readonly action: string;
	/** Must be typed: a click by mistake is not enough. */
	readonly word?: string;
	readonly send: () => Promise<unknown>;
	/** Everything below this path is fetched again. */
	readonly refreshes: string;
	readonly onClose: () => void;
	/** What is lost. */
	readonly children: ReactNode;
}

/** Asks before something is lost. */
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
