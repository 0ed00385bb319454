import { type ReactElement, useState } from "react";
import type { SavedQuestion } from "../../../api-types/question.ts";
import { pathOf, send } from "../../api/request.ts";
import { useChange } from "../../api/use-change.ts";
import { QUESTIONS, type Saved, useSavedQuestions } from "../../api/use-saved.ts";
import { Card, RowsCard } from "../../components/card.tsx";
import { RemoveButton } from "../../components/dialogs/remove-button.tsx";
import { Failure } from "../../components/state-notices.tsx";
import { Tool } from "../../components/tool.tsx";
import { useQuestion } from "../../state/use-question.ts";
import { QuestionAnswer } from "./question-answer.tsx";

/** Saved questions; each fetches its answer when it is opened. */
export function SavedList(): ReactElement {
	return (
		<RowsCard
			title="Saved questions"
			what="the saved questions"
			query={useSavedQuestions()}
			rowsOf={({ results }) => results}
			empty={["No saved questions yet", "Ask a question above and save it under a name."]}
		>
			{(saved) => saved.map((one) => <SavedEntry key={one.key} saved={one} />)}
		</RowsCard>
	);
}

function SavedEntry({ saved }: { readonly saved: Saved<SavedQuestion> }): ReactElement {
	const { key, definition } = saved;
	const [isOpen, setIsOpen] = useState(false);
	const path = pathOf`/api/v1/questions/${key}`;
	const place = useChange(
		() => send("PUT", path, { ...definition, is_on_overview: !definition.is_on_overview }),
		{ refreshes: QUESTIONS },
	);
	return (
		<div className="explore-saved">
			<div className="explore-saved-head">
				<Tool aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
					{definition.name}
				</Tool>
				<Tool needs="editor" onClick={() => place.mutate()}>
					{definition.is_on_overview ? "Remove from overview" : "Show on overview"}
					<span className="visually-hidden">: {definition.name}</span>
				</Tool>
				<RemoveButton
					name={definition.name}
					warning="Only the question is deleted. Events stay."
					path={path}
					refreshes={QUESTIONS}
				/>
			</div>
			{isOpen && <SavedAnswer saved={definition} />}
		</div>
	);
}

/** Cards of the saved questions that the overview shows. */
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

/** The answer to a saved question for the range and the time zone of the screen. */
function SavedAnswer({ saved }: { readonly saved: SavedQuestion }): ReactElement {
	const { asked } = useQuestion();
	const { name, question, view } = saved;
	return <QuestionAnswer question={{ ...question, ...asked }} view={view} title={name} />;
}
