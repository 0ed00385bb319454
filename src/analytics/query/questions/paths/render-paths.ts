import type { AnswerTo } from "../../../wire/dashboard/query-answer.ts";
import type { QuestionOf } from "../../../wire/dashboard/question.ts";

export type PathsFigures = Pick<AnswerTo<"paths">, "kind" | "sessions" | "steps">;

/** Places before and behind the page or event that is asked about. */
export const OFFSETS = [-3, -2, -1, 1, 2, 3] as const;

/** What an engine has counted of paths. */
export interface CountedPaths {
	readonly sessions: number;
	/** For each offset, in how many sessions which page or event was there; `null`: none any more. */
	readonly tallies: readonly Iterable<readonly [label: string | null, sessions: number]>[];
}

/** Puts rows in order and sums up those beyond the limit: the same for every engine. */
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
