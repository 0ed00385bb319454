import type { ReactElement } from "react";

export interface TabsProps<Name extends string> {
	readonly label: string;
	readonly tabs: readonly { readonly name: Name; readonly label: string }[];
	readonly chosen: Name;
	readonly onChoose: (name: Name) => void;
}

/** Toggle buttons that choose a view of the same content. */
export function Tabs<Name extends string>(props: TabsProps<Name>): ReactElement {
	const { label, tabs, chosen, onChoose } = props;
	return (
		<fieldset className="tabs">
			<legend className="visually-hidden">{label}</legend>
			{tabs.map(({ name, label }) => (
				<button
					key={name}
					type="button"
					className="tab"
					aria-pressed={name === chosen}
					onClick={() => onChoose(name)}
				>
					{label}
				</button>
			))}
		</fieldset>
	);
}
