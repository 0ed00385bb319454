import { type ReactElement, type ReactNode, useState } from "react";
import { Field } from "./field.tsx";
import { FormProblem } from "./state-notices.tsx";

export interface TypedConfirmationProps {
	/** What is lost. */
	readonly children: ReactNode;
	readonly word: string;
	readonly isTyped: (typed: string) => boolean;
	/** On the button, and there while it is done. */
	readonly verb: string;
	readonly doing?: string;
	readonly change: {
		readonly mutate: () => void;
		readonly error: Error | null;
		readonly isPending: boolean;
	};
	readonly onClose: () => void;
}

/** A word is typed before something goes for good: a click by mistake is not enough. */
export function TypedConfirmation(props: TypedConfirmationProps): ReactElement {
	const { children, word, isTyped, verb, doing = verb, onClose } = props;
	const { mutate, error, isPending } = props.change;
	const [typed, setTyped] = useState("");
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				mutate();
			}}
		>
			{children}
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
			<FormProblem error={error} />
			<div className="buttons">
				<button
					type="submit"
					className="button button-danger"
					disabled={!isTyped(typed.trim()) || isPending}
				>
					{isPending ? doing : verb}
				</button>
				<button type="button" className="button button-quiet" onClick={onClose}>
					Cancel
				</button>
			</div>
		</form>
	);
}
