import type { QuestionInput } from "../../../api-types/question.ts";
import { conditionsOf, type Filter } from "../../state/filters.ts";
import type { Draft } from "../explore/draft.ts";
import type { DraftRange } from "../explore/question-kind.ts";
import { trendQuestion } from "../explore/trend.tsx";

/** The trend of a column, as a draft of Explore. */
export interface ColumnTrend {
	readonly draft: Partial<Draft>;
	/** Filter on the counted events, besides the filters of the screen. */
	readonly where?: Filter;
	/** The figure is of the page before the event's: filters by page or status do not apply to it. */
	readonly isOfLeftPage?: true;
}

/** @returns The trend question of a column. */
export function columnQuestion(
	{ draft, where, isOfLeftPage }: ColumnTrend,
	range: DraftRange,
): QuestionInput {
	const filters = range.question.filters.filter(
		({ field }) => isOfLeftPage !== true || !["page", "status"].includes(field),
	);
	const question = trendQuestion(draft, range, filters);
	if (where === undefined || question.kind !== "trend") return question;
	// In the selector, because the filters of the screen can be alternatives.
	const { conditions } = conditionsOf([where], "all");
	return { ...question, events: { ...question.events, conditions } } as QuestionInput;
}
