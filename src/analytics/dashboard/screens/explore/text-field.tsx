import { type ReactElement, useId, useState } from "react";

export interface TextFieldProps {
	readonly label: string;
	readonly text: string;
	readonly placeholder?: string;
	readonly list?: readonly string[] | undefined;
	readonly isLabelHidden?: boolean;
	/** Called on Enter and on blur, not for each letter, because each call sends a request. */
	readonly onWrite: (text: string) => void;
}

/** A text field that changes the question on Enter and on blur. */
export function TextField(props: TextFieldProps): ReactElement {
	const { label, text, placeholder, list, isLabelHidden, onWrite } = props;
	const [written, write] = useState(text);
	const [known, know] = useState(text);
	const id = useId();
	// Another URL can have another text. The field is not created again, so that it does not lose the focus.
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
