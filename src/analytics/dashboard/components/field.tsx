import { type ReactElement, type ReactNode, useId } from "react";

export interface FieldProps {
	readonly label: ReactNode;
	readonly hint?: ReactNode;
	/** Renders the control, which needs these attributes. */
	readonly children: (control: FieldControl) => ReactNode;
}

export interface FieldControl {
	readonly id: string;
	readonly "aria-describedby"?: string;
}

/** A label above its control, with a hint below. */
export function Field({ label, hint, children }: FieldProps): ReactElement {
	const id = useId();
	const described = hint === undefined ? {} : { "aria-describedby": `${id}-hint` };
	return (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			{children({ id, ...described })}
			{hint !== undefined && (
				<span id={`${id}-hint`} className="hint">
					{hint}
				</span>
			)}
		</div>
	);
}
