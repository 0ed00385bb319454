import type { ReactElement } from "react";
import * as z from "zod";
import type { NumberSetting, SettingsAnswer, SettingsChange } from "../../../api-types/settings.ts";
import { send } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useChange } from "../../api/use-change.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { Chips } from "../../components/chips.tsx";
import { Facts } from "../../components/facts.tsx";
import { Form, Outcome } from "../../components/form.tsx";
import { Time } from "../../components/time.tsx";
import { Tool } from "../../components/tool.tsx";
import { formatBytes, formatCount } from "../../format/numbers.ts";

const SETTINGS = "/api/v1/settings";

function changeSettings(body: SettingsChange): Promise<SettingsAnswer> {
	return send<SettingsAnswer>("PATCH", SETTINGS, body);
}

/** Size of the stored data, its limits, and the ignored addresses. */
export function DataSettings(): ReactElement {
	return (
		<Answered what="the settings" query={useAnswer<SettingsAnswer>(SETTINGS)}>
			{(settings) => (
				<>
					<Card title="Data">
						<DataFacts {...settings} />
						<LimitSettings {...settings} />
					</Card>
					<Card title="Ignored addresses">
						<AddressSettings {...settings} />
					</Card>
				</>
			)}
		</Answered>
	);
}

function DataFacts({ data, project_key, max_file_mb }: SettingsAnswer): ReactElement {
	const limitBytes = max_file_mb.value * 1_048_576;
	const time = (at: string | null) => (at === null ? "None" : <Time at={at} />);
	return (
		<>
			<meter
				className="size-meter"
				min={0}
				max={limitBytes}
				value={data.file_bytes}
				aria-label="Size of the data"
			/>
			<Facts
				isWide
				facts={{
					Size: `${formatBytes(data.file_bytes)} of at most ${formatBytes(limitBytes)}`,
					Events: formatCount(data.events),
					Persons: formatCount(data.persons),
					"Oldest event": time(data.oldest_event_at),
					"Newest event": time(data.newest_event_at),
					"Project key": project_key,
				}}
			/>
		</>
	);
}

/** Form for the retention of events in days, and the maximum size of the file in MB. */
function LimitSettings(settings: SettingsAnswer): ReactElement {
	const { retention_days, max_file_mb, retention_paused_until } = settings;
	const confirmTime = useChange(changeSettings, { refreshes: SETTINGS });
	const schema = z.object({
		retention_days: numberField(retention_days, { title: "Keep events for", unit: "days" }),
		max_file_mb: numberField(max_file_mb, { title: "Maximum size", unit: "MB" }),
	});
	return (
		<Form
			schema={schema}
			submit="Save"
			isStored
			refreshes={SETTINGS}
			send={(entered) =>
				// Sends only changed values, so that an unchanged default stays a default.
				changeSettings({
					...(entered.retention_days !== retention_days.value && {
						retention_days: entered.retention_days,
					}),
					...(entered.max_file_mb !== max_file_mb.value && { max_file_mb: entered.max_file_mb }),
				})
			}
		>
			<p className="hint">
				Older events are deleted over the next hours, at most 5% of all events per hour. Totals
				stay.
			</p>
			{retention_paused_until !== null && (
				<div className="notice" role="status">
					<p>
						The clock of the server jumped by more than an hour, so no events are deleted by age for
						a day.
					</p>
					<button
						type="button"
						className="button"
						onClick={() => confirmTime.mutate({ retention_paused: false })}
					>
						Confirm the time
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
		? `Set by ${variable}; change it there`
		: `${range}${from === "default" ? " (default)" : ""}`;
	return z
		.int()
		.min(min)
		.max(max)
		.default(value)
		.meta({ ...meta, hint, isDisabled });
}

const newAddress = z.object({
	address: z
		.string()
		.meta({ title: "Address or network to ignore", placeholder: "203.0.113.0/24" }),
});

/** Addresses whose events are dropped, such as the addresses of the site's own staff. */
function AddressSettings(settings: SettingsAnswer): ReactElement {
	const { ignored_addresses: ignored, own_address: own } = settings;
	const save = (addresses: readonly string[]) => changeSettings({ ignored_addresses: addresses });
	const change = useChange(save, { refreshes: SETTINGS });
	const isOwnIgnored = ignored.includes(own);
	const without = (address: string) => ignored.filter((other) => other !== address);
	return (
		<>
			<p>
				Your current address is <code>{own}</code>; its visits{" "}
				{isOwnIgnored ? <strong>are not counted</strong> : "are counted"}.{" "}
				<Tool onClick={() => change.mutate(isOwnIgnored ? without(own) : [...ignored, own])}>
					{isOwnIgnored ? "Count my visits" : "Ignore my visits"}
				</Tool>
				<Outcome mutation={change} done="Saved" />
			</p>
			<Chips
				label="Ignored addresses"
				chips={ignored.map((address) => ({
					key: address,
					content: <span className="chip-text">{address}</span>,
					removeLabel: `Remove ${address}`,
					onRemove: () => change.mutate(without(address)),
				}))}
			/>
			<Form
				schema={newAddress}
				submit="Add"
				refreshes={SETTINGS}
				send={({ address }) => save([...new Set([...ignored, address])])}
			/>
		</>
	);
}
