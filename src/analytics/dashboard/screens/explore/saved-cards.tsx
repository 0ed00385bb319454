import type { ReactElement } from "react";
import type { SavedQuestion } from "../../../wire/dashboard/question.ts";
import { useSavedQuestions } from "../../api/use-saved.ts";
import { Card } from "../../components/card.tsx";
import { Failure } from "../../components/state-notices.tsx";
import { useQuestion } from "../../state/use-question.ts";
import { QuestionAnswer } from "./answers/answer-view.tsx";

/** Saved questions that the overview shows below its own. */
export function SavedCards(): ReactElement {
	const saved = useSavedQuestions();
	if (saved.error !== null) return <Failure what="the saved questions" query={saved} />;
	const shown = saved.data?.results.filter(({ definition }) => definition.is_on_overview);
	return (
		<>
			{shown?.map(({ key, definition }) => (
				<Card key={key} title={definition.name}>
					<SavedAnswer saved={definition} />
				</Card>
			))}
		</>
	);
}

/** A saved question, answered for the range and the time zone of the screen. */
export function SavedAnswer({ saved }: { readonly saved: SavedQuestion }): ReactElement {
	const { asked } = useQuestion();
	const { name, question, view } = saved;
	return <QuestionAnswer question={{ ...question, ...asked }} view={view} title={name} />;
}
