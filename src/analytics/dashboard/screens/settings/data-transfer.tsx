import { type FormEvent, type ReactElement, useId } from "react";
import type { ImportAnswer } from "../../../wire/dashboard/settings.ts";
import { request } from "../../api/request.ts";
import { useChange } from "../../api/use-change.ts";
import { Icon } from "../../components/icon.tsx";
import { Danger } from "../../components/state-notices.tsx";
import { formatFigure } from "../../format/numbers.ts";

/** All events out as a file, and in again. */
export function DataTransfer(): ReactElement {
	const id = useId();
	const { mutate, data, error, isPending } = useChange(
		(contents: Blob) =>
			request<ImportAnswer>("/api/v1/import/events.jsonl", {
				method: "POST",
				file: { contents, mediaType: "application/jsonl" },
			}),
		{ refreshes: "" },
	);
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const file = new FormData(event.currentTarget).get("file");
		if (file instanceof Blob && file.size > 0) mutate(file);
	};
	return (
		<>
			<p>Export all stored events:</p>
			<p className="buttons">
				<a className="tool" href="/api/v1/export/events.jsonl" download="events.jsonl">
					<Icon name="download" />
					JSON Lines
				</a>
				<a className="tool" href="/api/v1/export/events.csv" download="events.csv">
					<Icon name="download" />
					CSV
				</a>
			</p>
			<form className="form form-line" onSubmit={submit}>
				<label htmlFor={id}>Import a JSON Lines file</label>
				<input id={id} name="file" type="file" required accept=".jsonl,application/jsonl" />
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

function ImportOutcome({ answer }: { readonly answer: ImportAnswer }): ReactElement {
	const { stored, repeated, problems } = answer;
	const refused = sumOf(answer.refused);
	return (
		<div className={refused > 0 ? "notice notice-danger" : "notice notice-good"}>
			<p>
				<strong>{formatFigure(stored, "count")} imported</strong>, {formatFigure(repeated, "count")}{" "}
				already stored, {formatFigure(refused, "count")} refused.
			</p>
			<ul>
				{problems.map((problem) => (
					<li key={problem}>{problem}</li>
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
