import { type ReactElement, useState } from "react";
import { send } from "../../api/request.ts";
import { Tool } from "../tool.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

export interface RemoveButtonProps {
	readonly verb?: "Delete" | "End early access" | "Revoke";
	/** Of what is removed. */
	readonly name: string;
	/** What is lost. */
	readonly warning: string;
	/** Of the request. */
	readonly path: string;
	/** Everything below this path is fetched again. */
	readonly refreshes: string;
	/** Whether the name must be typed. */
	readonly isTyped?: boolean | undefined;
	/** Called once it is removed, before anything is fetched again. */
	readonly onDone?: () => void;
}

/** Removes something after a question. */
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
