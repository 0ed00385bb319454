import { type ReactElement, type ReactNode, useEffect, useId, useRef } from "react";
import { Tool } from "../tool.tsx";

export interface ModalProps {
	readonly title: string;
	readonly onClose: () => void;
	readonly children: ReactNode;
	/** Opens at the side and leaves the page visible, for details of a row. */
	readonly isPanel?: boolean;
}

/** A modal dialog. The browser traps the focus in it, and restores the focus afterwards. */
export function Modal({ title, onClose, children, isPanel = false }: ModalProps): ReactElement {
	const dialog = useRef<HTMLDialogElement>(null);
	const id = useId();
	useEffect(() => {
		const shown = dialog.current;
		// In browsers without support, only the Escape key and the button close the dialog.
		shown?.setAttribute("closedby", "any");
		shown?.showModal();
	}, []);
	return (
		<dialog
			ref={dialog}
			className={isPanel ? "modal panel" : "modal"}
			aria-labelledby={id}
			onClose={onClose}
		>
			<div className="modal-box">
				<div className="modal-header">
					<h2 id={id}>{title}</h2>
					<Tool
						look="icon"
						aria-label="Close"
						onClick={() => dialog.current?.close()}
						icon="close"
					/>
				</div>
				<div className="modal-body">{children}</div>
			</div>
		</dialog>
	);
}
