import type { AnswerTo } from "../../../api-types/query-answer.ts";
import type { QuestionOf } from "../../../api-types/question.ts";

export type PathsFigures = Pick<AnswerTo<"paths">, "kind" | "sessions" | "steps">;

/** Offsets of the steps before and after the anchor page or event. */
export const OFFSETS = [-3, -2, -1, 1, 2, 3] as const;

/** Counts of an engine for paths. */
export interface CountedPaths {
	readonly sessions: number;
	/** For each offset, sessions by page or event; `null`: the session has no step there. */
	readonly tallies: readonly Iterable<readonly [label: string | null, sessions: number]>[];
}

/** Sorts rows, and sums up the rows beyond the limit, for every engine. */
export function renderPaths(
	{ limit }: QuestionOf<"paths">,
	{ sessions, tallies }: CountedPaths,
): PathsFigures {
	const steps = OFFSETS.map((offset, index) => {
		const rows = [...(tallies[index] ?? [])]
			.map(([label, count]) => ({ label, count }))
			.toSorted((a, b) => b.count - a.count || ((a.label ?? "") < (b.label ?? "") ? -1 : 1));
		const other = rows.slice(limit).reduce((sum, { count }) => sum + count, 0);
		return { offset, rows: rows.slice(0, limit), other };
	});
	return { kind: "paths", sessions, steps };
}
