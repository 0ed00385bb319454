import { type ReactElement, useState } from "react";
import type { SavedQuestion } from "../../../wire/dashboard/question.ts";
import { pathOf, send } from "../../api/request.ts";
import { useChange } from "../../api/use-change.ts";
import { QUESTIONS, type Saved, useSavedQuestions } from "../../api/use-saved.ts";
import { RemoveButton } from "../../components/dialogs/remove-button.tsx";
import { RowsCard } from "../../components/rows-card.tsx";
import { Tool } from "../../components/tool.tsx";
import { SavedAnswer } from "./saved-cards.tsx";

/** Questions under a name, each answered when it is opened. */
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
					warning="The question is deleted, not the events that it asks for."
					path={path}
					refreshes={QUESTIONS}
				/>
			</div>
			{isOpen && <SavedAnswer saved={definition} />}
		</div>
	);
}
