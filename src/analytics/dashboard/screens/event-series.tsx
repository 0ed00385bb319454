import type { ReactElement } from "react";
import type { AnswerTo } from "../../api-types/query-answer.ts";
import { KEEPS_PREVIOUS, questionPath, useAnswer } from "../api/use-answer.ts";
import { Answered } from "../components/answered.tsx";
import { countedLabel, fieldLabel } from "../format/labels.ts";
import { type Filter, replaceFilter } from "../state/filters.ts";
import { useQuestion } from "../state/use-question.ts";
import { trendQuestion } from "./explore/trend.tsx";
import { TrendBars, TrendFigures } from "./explore/trend-figures.tsx";

export interface EventSeriesProps {
	readonly event: string;
	/** Title, if a screen has several series. */
	readonly label?: string;
	/** A dimension, or `property.` with a name; empty for none. */
	readonly breakdown?: string;
	/** By default, the filters in the URL. */
	readonly filters?: readonly Filter[];
}

/** Number of events over time, in total or by a breakdown. */
export function EventSeries(props: EventSeriesProps): ReactElement {
	const range = useQuestion();
	const { event, label = "Over time", breakdown = "" } = props;
	const { filters = range.question.filters } = props;
	const by = fieldLabel(breakdown);
	const name = countedLabel({ of: "events" }, { event });
	const draft = { steps: [`event:${event}`], measure: "events", breakdown } as const;
	const path = questionPath(trendQuestion(draft, range, filters));
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
							title={by === "" ? name : `${name} by ${by}`}
							events={{ event }}
						/>
						{by !== "" && (
							<TrendBars
								answer={answer}
								onChoose={(value) => {
									const filter = { field: breakdown, operator: "is", value } as const;
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
