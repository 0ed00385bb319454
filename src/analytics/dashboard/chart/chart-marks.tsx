import { type FormEvent, type ReactElement, useMemo } from "react";
import type { MarkAnswer, MarksAnswer } from "../../wire/dashboard/marks.ts";
import { pathOf, request } from "../api/request.ts";
import { useAnswer } from "../api/use-answer.ts";
import { useChange } from "../api/use-change.ts";
import { useMay } from "../api/use-role.ts";
import { Field } from "../components/field.tsx";
import { Danger } from "../components/state-notices.tsx";
import { Tool } from "../components/tool.tsx";
import { formatTime } from "../format/times.ts";
import { useQuestion } from "../state/use-question.ts";
import type { ChartPoints } from "./chart-series.ts";

const MARKS = "/api/v1/marks";

export interface PlacedMark extends MarkAnswer {
	/** The point in which it lies. */
	readonly index: number;
}

/** @returns What happened to the site in the time that a chart shows. */
export function useMarks({ starts, to }: ChartPoints): readonly PlacedMark[] {
	const isShown = useMay("viewer") && starts[0] !== undefined;
	const asked = new URLSearchParams({ from: starts[0] ?? "", to });
	const { data } = useAnswer<MarksAnswer>(`${MARKS}?${asked}`, { isEnabled: isShown });
	return useMemo(() => {
		const times = starts.map((start) => Date.parse(start));
		return (data?.results ?? NONE).flatMap((mark) => {
			const at = Date.parse(mark.at);
			const index = times.findLastIndex((start) => start <= at);
			return index < 0 ? [] : [{ ...mark, index }];
		});
	}, [starts, data]);
}

const NONE: readonly MarkAnswer[] = [];

export function markText(kind: MarkAnswer["kind"], label: string): string {
	return `${KINDS[kind]}: ${label}`;
}

const KINDS = { build: "New build", revision: "New revision", note: "Note" } as const;

export interface ChartMarksProps {
	readonly marks: readonly PlacedMark[];
	/** Of the chart. */
	readonly caption: string;
}

/** The marks of a chart in words, and a form for notes. */
export function ChartMarks({ marks, caption }: ChartMarksProps): ReactElement | null {
	const { timeZone } = useQuestion();
	const [mayRead, mayChange] = [useMay("viewer"), useMay("editor")];
	const remove = useChange(
		(id: number) => request(pathOf`/api/v1/marks/${String(id)}`, { method: "DELETE" }),
		{ refreshes: MARKS },
	);
	if (!mayRead || (marks.length === 0 && !mayChange)) return null;
	return (
		<details className="chart-marks">
			<summary>
				{marks.length === 0 ? "Add a note" : `${marks.length} builds, revisions and notes`}
				<span className="visually-hidden"> in {caption}</span>
			</summary>
			<ul>
				{marks.toReversed().map(({ id, at, kind, label }) => (
					<li key={id}>
						<time dateTime={at}>{formatTime(at, timeZone)}</time>
						<span>{markText(kind, label)}</span>
						<Tool
							needs="editor"
							look="danger"
							disabled={remove.isPending}
							onClick={() => remove.mutate(id)}
							of={label}
						>
							Delete
						</Tool>
					</li>
				))}
			</ul>
			<Danger error={remove.error} />
			{mayChange && <NoteForm />}
		</details>
	);
}

function NoteForm(): ReactElement {
	const add = useChange((body: object) => request(MARKS, { method: "POST", body }), {
		refreshes: MARKS,
	});
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = event.currentTarget;
		const data = new FormData(form);
		const at = String(data.get("at"));
		const time = at === "" ? {} : { at: new Date(at).toISOString() };
		const label = String(data.get("label"));
		add.mutate({ label, ...time }, { onSuccess: () => form.reset() });
	};
	return (
		<form className="form chart-note" onSubmit={submit}>
			<Field label="Note">
				{(control) => (
					<input {...control} name="label" required maxLength={200} autoComplete="off" />
				)}
			</Field>
			<Field label="Time of this device; now if empty">
				{(control) => <input {...control} name="at" type="datetime-local" />}
			</Field>
			<button type="submit" className="button" disabled={add.isPending}>
				Add note
			</button>
			<Danger error={add.error} />
		</form>
	);
}
