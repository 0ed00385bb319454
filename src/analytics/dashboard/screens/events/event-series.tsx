import type { ReactElement } from "react";
import type { AnswerTo } from "../../../wire/dashboard/query-answer.ts";
import { questionPath, useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { BarTable } from "../../components/tables/bar-table.tsx";
import { formatFigure } from "../../format/numbers.ts";
import { visibleText } from "../../format/visible-text.ts";
import { useQuestion } from "../../state/use-question.ts";
import { TrendFigures } from "../explore/answers/trend-figures.tsx";
import { type AskedEventQuestion, withPropertyFilter } from "./event-question.ts";

/** As many as there are colors that can be told apart. */
const MAX_SERIES = 7;

export interface EventSeriesProps {
	readonly event: string;
	readonly asked: AskedEventQuestion;
}

/** How often an event happened, in all or by a property. */
export function EventSeries({ event, asked }: EventSeriesProps): ReactElement {
	const { breakdown, filters, change } = asked;
	const { question, span, timeZone } = useQuestion();
	const path = questionPath({
		...{ kind: "trend", measure: { of: "events" }, limit: MAX_SERIES },
		...{ from: span.from, to: span.to, timezone: timeZone },
		...(question.interval === undefined ? {} : { interval: question.interval }),
		events: {
			event,
			conditions: filters.map(({ name, operator, value }) => {
				return { property: name, operator, values: [value] };
			}),
		},
		breakdowns: breakdown === "" ? [] : [{ property: breakdown }],
	});
	const series = useAnswer<AnswerTo<"trend">>(path, { keepsPrevious: true });
	return (
		<section className="card figures" aria-label="Over time">
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
							<SeriesTable
								property={breakdown}
								answer={answer}
								onChoose={(value) => {
									const filter = { name: breakdown, operator: "is", value } as const;
									change({ filters: withPropertyFilter(filters, filter) });
								}}
							/>
						)}
					</>
				)}
			</Answered>
		</section>
	);
}

interface SeriesTableProps {
	readonly property: string;
	readonly answer: AnswerTo<"trend">;
	readonly onChoose: (value: string) => void;
}

function SeriesTable({ property, answer, onChoose }: SeriesTableProps): ReactElement {
	const { rows, other, total } = answer;
	const named = rows.map((row) => ({ value: row.values[0] ?? null, total: row.total ?? 0 }));
	const others = other === null ? [] : [{ value: undefined, total: other.total ?? 0 }];
	return (
		<BarTable
			caption={`By ${property}`}
			head={[property, "Events"]}
			rows={[...named, ...others]}
			keyOf={({ value }) => value ?? (value === null ? "$unset" : "$other")}
			figureOf={(row) => row.total}
			format={(count) =>
				`${formatFigure(count, "count")} (${formatFigure(total ? count / total : null, "percent")})`
			}
		>
			{({ value }) =>
				typeof value === "string" ? (
					<button type="button" onClick={() => onChoose(value)}>
						{value === "" ? "(empty)" : visibleText(value)}
					</button>
				) : (
					<span className="breakdown-name">{value === null ? "(not set)" : "All others"}</span>
				)
			}
		</BarTable>
	);
}
