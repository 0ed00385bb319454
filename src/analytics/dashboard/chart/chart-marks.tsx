import { type ReactElement, useMemo } from "react";
import * as z from "zod";
import type { Listed } from "../../api-types/answer-of.ts";
import type { MarkAnswer } from "../../api-types/marks.ts";
import { pathOf, send } from "../api/request.ts";
import { useAnswer } from "../api/use-answer.ts";
import { useMay } from "../api/use-role.ts";
import { RemoveButton } from "../components/dialogs/remove-button.tsx";
import { Form, optionalText } from "../components/form.tsx";
import { Time } from "../components/time.tsx";
import type { ChartPoints } from "./chart-series.ts";

const MARKS = "/api/v1/marks";

export interface PlacedMark extends MarkAnswer {
	/** Index of the point that contains the mark. */
	readonly index: number;
}

/** @returns Builds, revisions and notes of the site within the range of a chart. */
export function useMarks({ starts, to }: ChartPoints): readonly PlacedMark[] {
	const enabled = useMay("viewer") && starts[0] !== undefined;
	const asked = new URLSearchParams({ from: starts[0] ?? "", to });
	const { data } = useAnswer<Listed<MarkAnswer>>(`${MARKS}?${asked}`, { enabled });
	return useMemo(() => {
		const times = starts.map((start) => Date.parse(start));
		return (data?.results ?? []).flatMap((mark) => {
			const at = Date.parse(mark.at);
			const index = times.findLastIndex((start) => start <= at);
			return index < 0 ? [] : [{ ...mark, index }];
		});
	}, [starts, data]);
}

export function markText(kind: MarkAnswer["kind"], label: string): string {
	return `${KINDS[kind]}: ${label}`;
}

const KINDS = { build: "New build", revision: "New revision", note: "Note" } as const;

export interface ChartMarksProps {
	readonly marks: readonly PlacedMark[];
	/** Caption of the chart. */
	readonly caption: string;
}

/** The marks of a chart as a list, and a form for notes. */
export function ChartMarks({ marks, caption }: ChartMarksProps): ReactElement | null {
	const [mayRead, mayChange] = [useMay("viewer"), useMay("editor")];
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
						<time dateTime={at}>
							<Time at={at} />
						</time>
						<span>{markText(kind, label)}</span>
						<RemoveButton
							name={markText(kind, label)}
							warning="The mark is deleted from every chart."
							path={pathOf`/api/v1/marks/${id}`}
							refreshes={MARKS}
						/>
					</li>
				))}
			</ul>
			<Form
				needs="editor"
				schema={newNote}
				submit="Add note"
				done="Added"
				refreshes={MARKS}
				send={({ label, at }) =>
					send("POST", MARKS, { label, at: at && new Date(at).toISOString() })
				}
			/>
		</details>
	);
}

const newNote = z.object({
	label: z.string().max(200).meta({ title: "Note" }),
	at: optionalText({ title: "Local time. Default: now", control: "datetime-local" }),
});
