import { type ReactElement, type ReactNode, useEffect, useId, useRef } from "react";
import { Tool } from "../tool.tsx";

export interface ModalProps {
	readonly title: string;
	readonly onClose: () => void;
	readonly children: ReactNode;
	/** Comes in from the side and leaves the page in view, for details of a row. */
	readonly isPanel?: boolean;
}

/** Above the page. The browser keeps the focus in it, and gives it back afterwards. */
export function Modal({ title, onClose, children, isPanel = false }: ModalProps): ReactElement {
	const dialog = useRef<HTMLDialogElement>(null);
	const id = useId();
	useEffect(() => {
		const shown = dialog.current;
		// Browsers that do not know it close by the Escape key and the button alone.
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
