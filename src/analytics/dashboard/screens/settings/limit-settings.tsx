import type { ReactElement } from "react";
import * as z from "zod";
import type { NumberSetting, SettingsAnswer } from "../../../wire/dashboard/settings.ts";
import { useChange } from "../../api/use-change.ts";
import { Form } from "../../components/form.tsx";
import { formatCount } from "../../format/numbers.ts";
import { changeSettings, SETTINGS_PATH } from "./change-settings.ts";

/** How long events are kept, and how large the file may become. */
export function LimitSettings({ settings }: { readonly settings: SettingsAnswer }): ReactElement {
	const { retention_days, max_file_mb, retention_paused_until } = settings;
	const confirmTime = useChange(changeSettings, { refreshes: SETTINGS_PATH });
	const schema = z.object({
		retention_days: numberField(retention_days, { title: "Keep events for", unit: "days" }),
		max_file_mb: numberField(max_file_mb, { title: "Maximum size", unit: "MB" }),
	});
	return (
		<Form
			schema={schema}
			submit="Save"
			isStored
			refreshes={SETTINGS_PATH}
			send={(entered) =>
				// A default that was not touched stays a default.
				changeSettings({
					...(entered.retention_days === retention_days.value
						? {}
						: { retention_days: entered.retention_days }),
					...(entered.max_file_mb === max_file_mb.value
						? {}
						: { max_file_mb: entered.max_file_mb }),
				})
			}
		>
			<p className="hint">
				Older events are deleted over the next hours, at most a twentieth of all in each. Totals
				stay.
			</p>
			{retention_paused_until !== null && (
				<div className="notice" role="status">
					<p>
						The clock of the server leapt by more than an hour, so no events are deleted by age for
						a day.
					</p>
					<button
						type="button"
						className="button"
						onClick={() => confirmTime.mutate({ retention_paused: false })}
					>
						The time is right
					</button>
				</div>
			)}
		</Form>
	);
}

function numberField(
	{ value, min, max, from, variable }: NumberSetting,
	meta: { readonly title: string; readonly unit: string },
) {
	const range = `${formatCount(min)} to ${formatCount(max)}`;
	const isDisabled = from === "environment";
	const hint = isDisabled
		? `Set by ${variable}, and changed there`
		: `${range}${from === "default" ? " (default)" : ""}`;
	return z
		.int()
		.min(min)
		.max(max)
		.default(value)
		.meta({ ...meta, hint, isDisabled });
}
