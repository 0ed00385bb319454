import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useId } from "react";
import { request } from "../../api/request.ts";
import { Icon } from "../../components/icon.tsx";
import { Problems } from "../../components/state-notices.tsx";
import { formatFigure } from "../../format/numbers.ts";

/** What an import answers. */
interface ImportAnswer {
	readonly stored: number;
	readonly repeated: number;
	readonly refused: number;
	readonly warnings?: readonly string[];
	readonly problems: readonly string[];
}

/** All events out as a file, and in again. */
export function DataTransfer(): ReactElement {
	const client = useQueryClient();
	const id = useId();
	const { mutate, data, error, isPending } = useMutation({
		mutationFn: (contents: Blob) =>
			request<ImportAnswer>("/api/v1/import/events.jsonl", {
				method: "POST",
				file: { contents, mediaType: "application/jsonl" },
			}),
		onSuccess: () => client.invalidateQueries(),
	});
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const file = new FormData(event.currentTarget).get("file");
		if (file instanceof Blob && file.size > 0) mutate(file);
	};
	return (
		<>
			<p>Every event that is kept:</p>
			<p className="buttons">
				<a className="tool" href="/api/v1/export/events.jsonl" download="events.jsonl">
					<Icon name="download" />
					JSON, a line each
				</a>
				<a className="tool" href="/api/v1/export/events.csv" download="events.csv">
					<Icon name="download" />
					CSV
				</a>
			</p>
			<form className="form form-line" onSubmit={submit}>
				<label htmlFor={id}>Import a file of JSON lines, as exported</label>
				<input id={id} name="file" type="file" required accept=".jsonl,application/jsonl" />
				<button type="submit" className="button" disabled={isPending}>
					{isPending ? "Importing …" : "Import"}
				</button>
			</form>
			<div aria-live="polite">
				{error !== null && (
					<div className="notice notice-danger">
						<Problems error={error} />
					</div>
				)}
				{data !== undefined && <ImportOutcome answer={data} />}
			</div>
		</>
	);
}

function ImportOutcome({ answer }: { readonly answer: ImportAnswer }): ReactElement {
	const { stored, repeated, refused, warnings = [], problems } = answer;
	return (
		<div className={refused > 0 ? "notice notice-danger" : "notice notice-good"}>
			<p>
				<strong>{formatFigure(stored, "count")} stored</strong>, {formatFigure(repeated, "count")}{" "}
				were there already, {formatFigure(refused, "count")} refused.
			</p>
			<ul>
				{[...problems, ...warnings].map((sentence) => (
					<li key={sentence}>{sentence}</li>
				))}
			</ul>
		</div>
	);
}
