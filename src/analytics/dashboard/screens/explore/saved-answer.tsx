import type { ReactElement } from "react";
import type { SavedQuestion } from "../../../wire/dashboard/question.ts";
import { useQuestion } from "../../state/use-question.ts";
import { QuestionAnswer } from "./answers/question-answer.tsx";

/** A saved question, answered for the range and the time zone of the screen. */
export function SavedAnswer({ saved }: { readonly saved: SavedQuestion }): ReactElement {
	const { span, timeZone } = useQuestion();
	const { name, question, view } = saved;
	return (
		<QuestionAnswer
			question={{ ...question, from: span.from, to: span.to, timezone: timeZone }}
			view={view}
			title={name}
		/>
	);
}
