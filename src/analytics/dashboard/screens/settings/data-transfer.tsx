import { type FormEvent, type ReactElement, useId, useState } from "react";
import type { ImportAnswer } from "../../../wire/dashboard/transfer.ts";
import { projectPath } from "../../api/project-path.ts";
import { request } from "../../api/request.ts";
import { useChange } from "../../api/use-change.ts";
import { Icon } from "../../components/icon.tsx";
import { Danger } from "../../components/state-notices.tsx";
import { formatFigure } from "../../format/numbers.ts";

/** What can be imported, by the last part of the route; the first is what is chosen. */
const FORMATS = {
	"events.jsonl": "Export of this service (JSON Lines)",
	"posthog.jsonl": "PostHog events (JSON Lines)",
	"posthog.csv": "PostHog events (CSV)",
	"ga4.jsonl": "Google Analytics 4 from BigQuery (JSON Lines)",
	"plausible.csv": "Plausible totals (one CSV of the archive)",
	"umami.csv": "Umami totals (one CSV of the archive)",
} as const;

type Format = keyof typeof FORMATS;

interface Import {
	readonly format: Format;
	readonly contents: File;
	/** Of Umami's archives, which say no day. */
	readonly date: string;
}

/** All events out as a file, and in again; and what other services export. */
export function DataTransfer(): ReactElement {
	const id = useId();
	const [format, setFormat] = useState<Format>("events.jsonl");
	const { mutate, data, error, isPending } = useChange(sendImport, { refreshes: "" });
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const contents = form.get("file");
		if (!(contents instanceof File) || contents.size === 0) return;
		mutate({ format, contents, date: String(form.get("date") ?? "") });
	};
	return (
		<>
			<p>Export all stored events, with everything that figures are made of:</p>
			<p className="buttons">
				<a
					className="tool"
					href={`${projectPath()}/api/v1/export/events.jsonl`}
					download="events.jsonl"
				>
					<Icon name="download" />
					JSON Lines
				</a>
				<a
					className="tool"
					href={`${projectPath()}/api/v1/export/events.csv`}
					download="events.csv"
				>
					<Icon name="download" />
					CSV
				</a>
			</p>
			<form className="form form-line" onSubmit={submit}>
				<label htmlFor={`${id}-format`}>Import</label>
				<select
					id={`${id}-format`}
					value={format}
					// The options are the keys.
					onChange={({ target }) => setFormat(target.value as Format)}
				>
					{Object.entries(FORMATS).map(([name, label]) => (
						<option key={name} value={name}>
							{label}
						</option>
					))}
				</select>
				<label htmlFor={id}>File</label>
				<input id={id} name="file" type="file" required accept={`.${format.split(".")[1]}`} />
				{format === "umami.csv" && (
					<>
						<label htmlFor={`${id}-date`}>Day</label>
						<input id={`${id}-date`} name="date" type="date" required />
					</>
				)}
				<button type="submit" className="button" disabled={isPending}>
					{isPending ? "Importing…" : "Import"}
				</button>
			</form>
			<div aria-live="polite">
				<Danger error={error} />
				{data !== undefined && <ImportOutcome answer={data} />}
			</div>
		</>
	);
}

function sendImport({ format, contents, date }: Import): Promise<ImportAnswer> {
	const table = contents.name.replace(/\.csv$/i, "");
	const query = format === "umami.csv" ? `?${new URLSearchParams({ table, date })}` : "";
	const mediaType = format.endsWith(".csv") ? "text/csv" : "application/jsonl";
	return request<ImportAnswer>(`/api/v1/import/${format}${query}`, {
		method: "POST",
		file: { contents, mediaType },
	});
}

function ImportOutcome({ answer }: { readonly answer: ImportAnswer }): ReactElement {
	const { stored, repeated, totals, problems, notes } = answer;
	const refused = sumOf(answer.refused);
	return (
		<div className={refused > 0 ? "notice notice-danger" : "notice notice-good"}>
			<p>
				<strong>{formatFigure(stored, "count")} imported</strong>
				{totals > 0 && `, ${formatFigure(totals, "count")} totals added`},{" "}
				{formatFigure(repeated, "count")} already stored, {formatFigure(refused, "count")} refused.
			</p>
			<ul>
				{[...problems, ...notes].map((sentence) => (
					<li key={sentence}>{sentence}</li>
				))}
				{Object.entries(answer.warnings).map(([cause, count]) => (
					<li key={cause}>
						{formatFigure(count, "count")} changed: {cause.replaceAll("-", " ")}
					</li>
				))}
			</ul>
		</div>
	);
}

function sumOf(counts: Readonly<Record<string, number>>): number {
	return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
