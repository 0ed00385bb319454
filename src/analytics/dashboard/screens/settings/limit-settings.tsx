import type { FormEvent, ReactElement } from "react";
import type { NumberSetting, SettingsAnswer } from "../../../wire/dashboard/settings.ts";
import { Field } from "../../components/field.tsx";
import { formatFigure } from "../../format/numbers.ts";
import { Outcome } from "./outcome.tsx";
import { useChangeSettings } from "./use-change-settings.ts";

/** How long events are kept, and how large the file may become. */
export function LimitSettings({ settings }: { readonly settings: SettingsAnswer }): ReactElement {
	const { retention_days, max_file_mb } = settings;
	const change = useChangeSettings();
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		change.mutate({
			...changed("retention_days", retention_days, form),
			...changed("max_file_mb", max_file_mb, form),
		});
	};
	return (
		<form className="form" onSubmit={submit}>
			<div className="fields">
				<NumberField
					name="retention_days"
					label="Keep events for"
					unit="days"
					setting={retention_days}
				/>
				<NumberField name="max_file_mb" label="Maximum size" unit="MB" setting={max_file_mb} />
			</div>
			<p className="hint">
				Older events are deleted over the next hours, at most a twentieth of all in each. Totals
				stay.
			</p>
			{settings.retention_paused_until !== null && (
				<div className="notice" role="status">
					<p>
						The clock of the server leapt by more than an hour, so no events are deleted by age for
						a day.
					</p>
					<button
						type="button"
						className="button"
						onClick={() => change.mutate({ retention_paused: false })}
					>
						The time is right
					</button>
				</div>
			)}
			<div className="buttons">
				<button type="submit" className="button" disabled={change.isPending}>
					Save
				</button>
				<Outcome mutation={change} done="Saved" />
			</div>
		</form>
	);
}

interface NumberFieldProps {
	readonly name: string;
	readonly label: string;
	readonly unit: string;
	readonly setting: NumberSetting;
}

function NumberField({ name, label, unit, setting }: NumberFieldProps): ReactElement {
	const { value, min, max, from, variable } = setting;
	const isFixed = from === "environment";
	const range = `${formatFigure(min, "count")} to ${formatFigure(max, "count")}`;
	const hint = isFixed ? (
		<>
			Set by <code>{variable}</code>, and changed there
		</>
	) : (
		`${range}${from === "default" ? " (default)" : ""}`
	);
	return (
		<Field label={label} hint={hint}>
			{(control) => (
				<span className="field-input">
					<input
						{...control}
						name={name}
						type="number"
						required
						min={min}
						max={max}
						defaultValue={value}
						disabled={isFixed}
					/>
					{unit}
				</span>
			)}
		</Field>
	);
}

/** Only what differs is sent: a default that is not touched stays a default. */
function changed(name: string, { value, from }: NumberSetting, form: FormData): object {
	const entered = Number(form.get(name));
	return from === "environment" || entered === value ? {} : { [name]: entered };
}
