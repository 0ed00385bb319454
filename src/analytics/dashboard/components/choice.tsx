import type { ReactElement } from "react";

export interface ChoiceProps<Value extends string> {
	readonly label: string;
	/** Whether only screen readers read the label. */
	readonly isLabelHidden?: boolean;
	readonly value: Value;
	readonly options: readonly (readonly [value: Value, label: string])[];
	readonly onChoose: (value: Value) => void;
}

/** A select with its label. */
export function Choice<Value extends string>(props: ChoiceProps<Value>): ReactElement {
	const { label, isLabelHidden = false, value, options, onChoose } = props;
	return (
		<label className="select">
			<span className={isLabelHidden ? "visually-hidden" : undefined}>{label}</span>
			<select
				value={value}
				onChange={({ target }) => {
					const chosen = options.find(([name]) => name === target.value);
					if (chosen !== undefined) onChoose(chosen[0]);
				}}
			>
				{options.map(([name, text]) => (
					<option key={name} value={name}>
						{text}
					</option>
				))}
			</select>
		</label>
	);
}
