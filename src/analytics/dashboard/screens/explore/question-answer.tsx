import type { ReactElement } from "react";
import type { QueryAnswer } from "../../../api-types/query-answer.ts";
import type { QuestionInput } from "../../../api-types/question.ts";
import { KEEPS_PREVIOUS, questionPath, useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { SaveTable } from "../../components/tables/save-table.tsx";
import { formatTime } from "../../format/times.ts";
import { KINDS } from "./kinds.ts";
import type { AnswerViewProps } from "./question-kind.ts";

/** Renders an answer by its kind, with buttons that save it; charts have their own buttons. */
export function AnswerView(props: AnswerViewProps): ReactElement {
	const { answer, view, title } = props;
	// Both match the kind of the answer.
	const { View, rowsOf } = KINDS[answer.kind];
	return (
		<>
			<View {...(props as AnswerViewProps<never>)} />
			{(answer.kind !== "trend" || view !== "line") && (
				<SaveTable name={title} answer={answer} rows={rowsOf(answer as never)} />
			)}
		</>
	);
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
					{KINDS[question.kind].isOfVisitors?.(question) === true && (
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
