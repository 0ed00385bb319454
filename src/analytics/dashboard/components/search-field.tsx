import type { ReactElement } from "react";
import { Icon } from "./icon.tsx";

export interface SearchFieldProps {
	/** Accessible name, such as `Search events`. */
	readonly label: string;
	/** Name of the searched fields. */
	readonly placeholder: string;
	/** The text and its setter. */
	readonly search: readonly [text: string, write: (text: string) => void];
}

export function SearchField({ label, placeholder, search }: SearchFieldProps): ReactElement {
	const [text, write] = search;
	return (
		<label className="search">
			<Icon name="search" />
			<span className="visually-hidden">{label}</span>
			<input
				type="search"
				placeholder={placeholder}
				value={text}
				onChange={({ target }) => write(target.value)}
			/>
		</label>
	);
}
