import type { AnswerTo } from "../../../api-types/query-answer.ts";
import { selectorWords } from "../../../api-types/selector-words.ts";
import type { EngineQuestion } from "../engine-question.ts";

export type FunnelFigures = Pick<AnswerTo<"funnel">, "kind" | "by" | "steps" | "rows">;

type Step = FunnelFigures["steps"][number];

/** Counts of an engine for a funnel. */
export interface CountedFunnel {
	/** By step: number of visitors who made it and all steps before it. */
	readonly counts: readonly number[];
	/** Milliseconds since the previous step, by step, without the first. */
	readonly medians: readonly (number | null)[];
	/** By step: the next events of visitors who left the funnel there. */
	readonly instead: readonly Step["instead"][];
	readonly rows: FunnelFigures["rows"];
}

/** Number of next events that are shown for each step. */
export const SHOWN_LABELS = 10;

/** Computes the figures of each step from the counts, and sorts rows, for every engine. */
export function renderFunnel(
	{ question, goals }: Pick<EngineQuestion<"funnel">, "question" | "goals">,
	{ counts, medians, instead, rows }: CountedFunnel,
): FunnelFigures {
	const [first = 0] = counts;
	return {
		kind: "funnel",
		by: question.by,
		steps: question.steps.map((selector, index) => {
			const count = counts[index] ?? 0;
			const previous = counts[index - 1];
			return {
				label: selectorWords(selector, goals),
				count,
				rate: first === 0 ? null : count / first,
				rate_of_previous: previous === undefined || previous === 0 ? null : count / previous,
				median_ms: medians[index - 1] ?? null,
				left: count - (counts[index + 1] ?? count),
				instead: (instead[index] ?? [])
					.toSorted((a, b) => b.count - a.count || byText(a.label, b.label))
					.slice(0, SHOWN_LABELS),
			};
		}),
		rows: rows
			.toSorted((a, b) => (b.counts[0] ?? 0) - (a.counts[0] ?? 0) || byText(a.value, b.value))
			.slice(0, question.limit),
	};
}

/** Sorts an unknown value as an empty string. */
function byText(one: string | null, other: string | null): number {
	return (one ?? "") < (other ?? "") ? -1 : 1;
}
