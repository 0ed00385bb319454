import type { ReactElement } from "react";
import type { TrendView } from "../../../../api-types/dimensions.ts";
import type { QueryAnswer } from "../../../../api-types/query-answer.ts";
import type { QuestionInput } from "../../../../api-types/question.ts";
import { KEEPS_PREVIOUS, questionPath, useAnswer } from "../../../api/use-answer.ts";
import { Answered } from "../../../components/answered.tsx";
import { SaveTable } from "../../../components/tables/save-table.tsx";
import type { CountedEvents } from "../../../format/labels.ts";
import { formatTime } from "../../../format/times.ts";
import { answerRows } from "./answer-rows.ts";
import { ConversionsView } from "./conversions-view.tsx";
import { FunnelView } from "./funnel-view.tsx";
import { PathsView } from "./paths-view.tsx";
import { RetentionView } from "./retention-view.tsx";
import { TrendFigures } from "./trend-figures.tsx";

export interface AnswerViewProps {
	readonly answer: QueryAnswer;
	/** Display of a trend. */
	readonly view: TrendView;
	readonly title: string;
	/** Events that a trend counts, if the question is known. */
	readonly events?: CountedEvents;
}

/** Renders an answer by its kind, with buttons that save it; charts have their own buttons. */
export function AnswerView(props: AnswerViewProps): ReactElement {
	const { answer, view, title } = props;
	return (
		<>
			<Figures {...props} />
			{(answer.kind !== "trend" || view !== "line") && (
				<SaveTable name={title} answer={answer} rows={answerRows(answer)} />
			)}
		</>
	);
}

function Figures({ answer, view, title, events }: AnswerViewProps): ReactElement {
	switch (answer.kind) {
		case "trend":
			return <TrendFigures answer={answer} view={view} title={title} events={events} />;
		case "conversions":
			return <ConversionsView {...answer} />;
		case "funnel":
			return <FunnelView {...answer} />;
		case "retention":
			return <RetentionView {...answer} />;
		case "paths":
			return <PathsView {...answer} />;
	}
}

export interface QuestionAnswerProps extends Omit<AnswerViewProps, "answer" | "events"> {
	readonly question: QuestionInput;
}

/** Fetches the answer to a question and renders it by its kind. */
export function QuestionAnswer({ question, view, title }: QuestionAnswerProps): ReactElement {
	const query = useAnswer<QueryAnswer>(questionPath(question), KEEPS_PREVIOUS);
	return (
		<Answered what="the answer" query={query}>
			{(answer) => (
				<>
					{answer.missing_since !== null && (
						<p className="notice" role="status">
							Events since {formatTime(answer.missing_since, answer.timezone)} have not reached
							ClickHouse yet. They are stored and will be counted.
						</p>
					)}
					<AnswerView
						answer={answer}
						view={view}
						title={title}
						events={question.kind === "trend" ? question.events : undefined}
					/>
					{isOfVisitors(question, answer) && (
						<p className="hint">
							{answer.visitors.unit === "people"
								? "Visitors are people: each counts once in the whole range."
								: "Visitors are visitor-days: each counts once on every day (UTC) of a visit."}
						</p>
					)}
				</>
			)}
		</Answered>
	);
}

function isOfVisitors(question: QuestionInput, { kind }: QueryAnswer): boolean {
	if (kind === "conversions" || kind === "funnel") return true;
	return question.kind === "trend" && question.measure.of === "visitors";
}
