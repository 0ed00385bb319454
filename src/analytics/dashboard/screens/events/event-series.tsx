import type { ReactElement } from "react";
import type { AnswerTo } from "../../../wire/dashboard/query-answer.ts";
import type { QuestionInput } from "../../../wire/dashboard/question.ts";
import { KEEPS_PREVIOUS, questionPath, useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { fieldLabel } from "../../format/labels.ts";
import { visibleText } from "../../format/visible-text.ts";
import { type Filter, replaceFilter } from "../../state/filters.ts";
import { useQuestion } from "../../state/use-question.ts";
import { TrendBars, TrendFigures } from "../explore/answers/trend-figures.tsx";
import type { Draft } from "../explore/draft.ts";
import { draftQuestion } from "../explore/draft-question.ts";

export interface EventSeriesProps {
	readonly event: string;
	/** What it is of, where a screen has several. */
	readonly label?: string;
	readonly draft: Draft;
	/** Those of the address unless told. */
	readonly filters?: readonly Filter[];
}

/** How often an event happened, in all or by a property. */
export function EventSeries({
	event,
	label = "Over time",
	draft,
	...narrowed
}: EventSeriesProps): ReactElement {
	const range = useQuestion();
	const { filters = range.question.filters } = narrowed;
	const asked = draftQuestion(
		{
			...{ ...draft, kind: "trend", measure: "events", view: "line" },
			steps: [`event:${event}`],
		},
		{ ...range, question: { ...range.question, filters, comparison: "none" } },
	);
	const breakdown = fieldLabel(draft.breakdown);
	// A trend of events is complete.
	const path = questionPath(asked as QuestionInput);
	const series = useAnswer<AnswerTo<"trend">>(path, KEEPS_PREVIOUS);
	return (
		<section className="card figures" aria-label={label}>
			<Answered
				what="the series"
				query={series}
				skeleton={<div className="chart-skeleton skeleton" role="status" aria-label="Loading" />}
			>
				{(answer) => (
					<>
						<TrendFigures
							answer={answer}
							view="line"
							title={visibleText(breakdown === "" ? event : `${event} by ${breakdown}`)}
						/>
						{breakdown !== "" && (
							<TrendBars
								answer={answer}
								onChoose={(value) => {
									const filter = { field: draft.breakdown, operator: "is", value } as const;
									range.change({ filters: replaceFilter(range.question.filters, filter) });
								}}
							/>
						)}
					</>
				)}
			</Answered>
		</section>
	);
}
