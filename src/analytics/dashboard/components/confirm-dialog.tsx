import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactElement, ReactNode } from "react";
import { Modal } from "./modal.tsx";
import { FormProblem } from "./state-notices.tsx";

export interface ConfirmDialogProps {
	readonly title: string;
	/** What the button does, such as `Delete`. */
	readonly action: string;
	readonly change: UseMutationResult<unknown, Error, void>;
	readonly onClose: () => void;
	readonly children: ReactNode;
}

/** Asks before something is lost. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
	const { title, action, change, onClose, children } = props;
	return (
		<Modal title={title} onClose={onClose}>
			{children}
			<FormProblem error={change.error} />
			<div className="buttons">
				<button
					type="button"
					className="button button-danger"
					disabled={change.isPending}
					onClick={() => change.mutate()}
				>
					{action}
				</button>
				<button type="button" className="button button-quiet" onClick={onClose}>
					Cancel
				</button>
			</div>
		</Modal>
	);
}
