import type { AnswerTo } from "../../../api-types/query-answer.ts";
import type { QuestionOf } from "../../../api-types/question.ts";

export type ConversionsFigures = Pick<AnswerTo<"conversions">, "kind" | "visitor_count" | "goals">;

/** Counts of an engine, for all events or for one value of the breakdown. */
export interface CountedConversions {
	readonly visitors: number;
	/** In the order of the question's goals. */
	readonly goals: readonly {
		readonly conversions: number;
		readonly converted: number;
		readonly value: number;
	}[];
}

const NOTHING = { conversions: 0, converted: 0, value: 0 };

/** Adds rates and sorts rows, for every engine. */
export function renderConversions(
	{ goals, limit }: QuestionOf<"conversions">,
	all: CountedConversions,
	parts: Iterable<readonly [value: string | null, CountedConversions]>,
): ConversionsFigures {
	const figuresOf = ({ visitors, goals: counted }: CountedConversions, index: number) => {
		const figures = counted[index] ?? NOTHING;
		const { conversions, converted, value } = figures;
		return { conversions, converted, rate: visitors === 0 ? null : converted / visitors, value };
	};
	const rows = [...parts];
	return {
		kind: "conversions",
		visitor_count: all.visitors,
		goals: goals.map((goal, index) => ({
			goal,
			...figuresOf(all, index),
			rows: rows
				.map(([value_of, part]) => ({
					...{ value_of, visitor_count: part.visitors },
					...figuresOf(part, index),
				}))
				.toSorted((a, b) => b.conversions - a.conversions || b.visitor_count - a.visitor_count)
				.slice(0, limit),
		})),
	};
}
