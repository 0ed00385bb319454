import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useState } from "react";
import { Field } from "../field.tsx";
import { Danger } from "../state-notices.tsx";
import { Modal } from "./modal.tsx";

export interface ConfirmDialogProps {
	readonly title: string;
	/** What the button does, such as `Delete`. */
	readonly action: string;
	/** Typed before the button works: a click by mistake is not enough. */
	readonly word?: string;
	readonly change: Pick<UseMutationResult, "error" | "isPending"> & { readonly mutate: () => void };
	readonly onClose: () => void;
	/** What is lost. */
	readonly children: ReactNode;
}

/** Asks before something is lost. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
	const { title, action, word, change, onClose, children } = props;
	const [typed, setTyped] = useState("");
	const isConfirmed = word === undefined || typed.trim() === word;
	return (
		<Modal title={title} onClose={onClose}>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					change.mutate();
				}}
			>
				{children}
				{word !== undefined && (
					<Field
						label={
							<>
								Type <strong>{word}</strong> to confirm
							</>
						}
					>
						{(control) => (
							<input
								{...control}
								autoComplete="off"
								value={typed}
								onChange={({ target }) => setTyped(target.value)}
							/>
						)}
					</Field>
				)}
				<Danger className="form-problem" error={change.error} />
				<div className="buttons">
					<button
						type="submit"
						className="button button-danger"
						disabled={!isConfirmed || change.isPending}
					>
						{action}
					</button>
					<button type="button" className="button button-quiet" onClick={onClose}>
						Cancel
					</button>
				</div>
			</form>
		</Modal>
	);
}
