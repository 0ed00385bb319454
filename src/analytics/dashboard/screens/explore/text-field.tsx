import { type ReactElement, useId, useState } from "react";

export interface TextFieldProps {
	readonly label: string;
	readonly text: string;
	readonly placeholder?: string;
	readonly list?: readonly string[] | undefined;
	readonly isLabelHidden?: boolean;
	/** Called when it was written, not with every letter: each is a question. */
	readonly onWrite: (text: string) => void;
}

/** A text that becomes part of the question with Enter, or when the field is left. */
export function TextField(props: TextFieldProps): ReactElement {
	const { label, text, placeholder, list, isLabelHidden, onWrite } = props;
	const [written, write] = useState(text);
	const [known, know] = useState(text);
	const id = useId();
	// Another address is another text. The field stays, and the focus in it.
	if (text !== known) {
		know(text);
		write(text);
	}
	const done = (): void => {
		if (written.trim() !== text) onWrite(written.trim());
	};
	return (
		<label className="select">
			<span className={isLabelHidden === true ? "visually-hidden" : undefined}>{label}</span>
			<input
				value={written}
				autoComplete="off"
				list={list === undefined ? undefined : id}
				placeholder={placeholder}
				onChange={({ target }) => write(target.value)}
				onBlur={done}
				onKeyDown={({ key }) => {
					if (key === "Enter") done();
				}}
			/>
			{list !== undefined && (
				<datalist id={id}>
					{list.map((value) => (
						<option key={value}>{value}</option>
					))}
				</datalist>
			)}
		</label>
	);
}
