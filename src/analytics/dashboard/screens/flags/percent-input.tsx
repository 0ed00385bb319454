import type { ReactElement } from "react";

export interface PercentInputProps {
	readonly label: string;
	readonly value: number;
	readonly onChange: (value: number) => void;
}

/** A share, roughly by a slider or exactly by a number. */
export function PercentInput({ label, value, onChange }: PercentInputProps): ReactElement {
	return (
		<span className="percent">
			<input
				type="range"
				min={0}
				max={100}
				value={value}
				aria-label={`${label}, by a slider`}
				onChange={({ target }) => onChange(Number(target.value))}
			/>
			<input
				type="number"
				min={0}
				max={100}
				step="any"
				required
				aria-label={`${label} in percent`}
				value={value}
				onChange={({ target }) => onChange(Number(target.value))}
			/>
			%
		</span>
	);
}
