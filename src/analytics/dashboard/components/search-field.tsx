import type { ReactElement } from "react";
import { Icon } from "./icon.tsx";

export interface SearchFieldProps {
	/** Such as `Search events`. */
	readonly label: string;
	/** What is searched. */
	readonly placeholder: string;
	readonly value: string;
	readonly onChange: (text: string) => void;
}

export function SearchField(props: SearchFieldProps): ReactElement {
	const { label, placeholder, value, onChange } = props;
	return (
		<label className="search">
			<Icon name="search" />
			<span className="visually-hidden">{label}</span>
			<input
				type="search"
				placeholder={placeholder}
				value={value}
				onChange={({ target }) => onChange(target.value)}
			/>
		</label>
	);
}
