import type { ReactElement } from "react";
import * as z from "zod";
import type { ImportAnswer } from "../../../api-types/transfer.ts";
import { projectPath, send } from "../../api/request.ts";
import { Form, optionalText } from "../../components/form.tsx";
import { Icon } from "../../components/icon.tsx";
import { formatCount } from "../../format/numbers.ts";

/** Import formats by the last part of the route; the first format is the default. */
const FORMATS = {
	"events.jsonl": "Export of this service (JSON Lines)",
	"posthog.jsonl": "PostHog events (JSON Lines)",
	"posthog.csv": "PostHog events (CSV)",
	"ga4.jsonl": "Google Analytics 4 from BigQuery (JSON Lines)",
	"plausible.csv": "Plausible totals (one CSV of the archive)",
	"umami.csv": "Umami totals (one CSV of the archive)",
} as const;

const importForm = z.object({
	format: z.string().meta({ title: "Import", options: Object.entries(FORMATS) }),
	contents: z.file().meta({ title: "File", accept: ".jsonl,.csv" }),
	date: optionalText({
		// Umami's archives do not contain the day.
		title: "Day",
		control: "date",
		when: ({ format }) => format === "umami.csv",
	}),
});

/** Exports all events, and imports such exports and those of other services. */
export function DataTransfer(): ReactElement {
	return (
		<>
			<p>Export all stored events, with all data that figures use:</p>
			<p className="buttons">
				{(["jsonl", "csv"] as const).map((extension) => (
					<a
						key={extension}
						className="tool"
						href={`${projectPath()}/api/v1/export/events.${extension}`}
						download={`events.${extension}`}
					>
						<Icon name="download" />
						{extension === "csv" ? "CSV" : "JSON Lines"}
					</a>
				))}
			</p>
			<Form
				needs="admin"
				schema={importForm}
				submit="Import"
				done="Imported"
				refreshes=""
				send={sendImport}
				result={(answer) => <ImportOutcome {...answer} />}
			/>
		</>
	);
}

function sendImport({
	format,
	contents,
	date = "",
}: z.output<typeof importForm>): Promise<ImportAnswer> {
	const table = contents.name.replace(/\.csv$/i, "");
	const query = format === "umami.csv" ? `?${new URLSearchParams({ table, date })}` : "";
	const mediaType = format.endsWith(".csv") ? "text/csv" : "application/jsonl";
	const file = contents.slice(0, contents.size, mediaType);
	return send<ImportAnswer>("POST", `/api/v1/import/${format}${query}`, file);
}

function ImportOutcome(answer: ImportAnswer): ReactElement {
	const { stored, repeated, totals, problems, notes, warnings } = answer;
	const refused = Object.values(answer.refused).reduce((sum, count) => sum + count, 0);
	return (
		<div className={refused > 0 ? "notice notice-danger" : "notice notice-good"} aria-live="polite">
			<p>
				<strong>{formatCount(stored)} imported</strong>
				{totals > 0 && `, ${formatCount(totals)} totals added`}, {formatCount(repeated)} already
				stored, {formatCount(refused)} refused.
			</p>
			<ul>
				{[...problems, ...notes].map((sentence) => (
					<li key={sentence}>{sentence}</li>
				))}
				{Object.entries(warnings).map(([cause, count]) => (
					<li key={cause}>
						{formatCount(count)} changed: {cause.replaceAll("-", " ")}
					</li>
				))}
			</ul>
		</div>
	);
}
