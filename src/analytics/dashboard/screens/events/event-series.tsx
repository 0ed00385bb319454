import type { ReactElement } from "react";
import type { AnswerTo } from "../../../wire/dashboard/query-answer.ts";
import type { QuestionInput } from "../../../wire/dashboard/question.ts";
import { questionPath, useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { BarTable } from "../../components/tables/bar-table.tsx";
import { formatCount, formatFigure } from "../../format/numbers.ts";
import { visibleText } from "../../format/visible-text.ts";
import { useQuestion } from "../../state/use-question.ts";
import { TrendFigures } from "../explore/answers/trend-figures.tsx";
import type { QuestionFormProps } from "../explore/draft.ts";
import { draftQuestion } from "../explore/draft-question.ts";
import { fieldLabel } from "../explore/words.ts";
import { withCondition } from "./event-draft.ts";

export interface EventSeriesProps extends QuestionFormProps {
	readonly event: string;
	/** What it is of, where a screen has several. */
	readonly label?: string;
}

/** How often an event happened, in all or by a property. */
export function EventSeries(props: EventSeriesProps): ReactElement {
	const { event, label = "Over time", draft, onChange } = props;
	const range = useQuestion();
	const asked = draftQuestion(
		{
			...{ ...draft, kind: "trend", measure: "events", view: "line", match: "all" },
			steps: [`event:${event}`],
		},
		{ ...range, question: { ...range.question, filters: [], comparison: "none" } },
	);
	const breakdown = fieldLabel(draft.breakdown);
	// A trend of events is complete.
	const path = questionPath(asked as QuestionInput);
	const series = useAnswer<AnswerTo<"trend">>(path, { keepsPrevious: true });
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
							<SeriesTable
								property={breakdown}
								answer={answer}
								onChoose={(value) => {
									const condition = { field: draft.breakdown, operator: "is", value } as const;
									onChange({ where: withCondition(draft.where, condition) });
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
				`${formatCount(count)} (${formatFigure(total ? count / total : null, "percent")})`
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
