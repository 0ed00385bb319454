import { type ReactElement, useState } from "react";
import type { SavedQuestion } from "../../../wire/dashboard/question.ts";
import { pathOf, request } from "../../api/request.ts";
import { useChange } from "../../api/use-change.ts";
import { QUESTIONS, type Saved, useSavedQuestions } from "../../api/use-saved.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { SavedAnswer } from "./saved-cards.tsx";

/** Questions under a name, each answered when it is opened. */
export function SavedList(): ReactElement {
	const saved = useSavedQuestions();
	return (
		<Card title="Saved questions">
			<Answered what="the saved questions" query={saved}>
				{({ results }) =>
					results.length === 0 ? (
						<Empty title="No saved questions yet">
							<p>Ask a question above and save it under a name.</p>
						</Empty>
					) : (
						results.map((one) => <SavedEntry key={one.key} saved={one} />)
					)
				}
			</Answered>
		</Card>
	);
}

function SavedEntry({ saved }: { readonly saved: Saved<SavedQuestion> }): ReactElement {
	const { key, definition } = saved;
	const [isOpen, setIsOpen] = useState(false);
	const [isDeleting, setIsDeleting] = useState(false);
	const path = pathOf`/api/v1/questions/${key}`;
	const place = useChange(
		() =>
			request(path, {
				method: "PUT",
				body: { ...definition, is_on_overview: !definition.is_on_overview },
			}),
		{ refreshes: QUESTIONS },
	);
	const remove = useChange(() => request(path, { method: "DELETE" }), {
		refreshes: QUESTIONS,
		onDone: () => setIsDeleting(false),
	});
	return (
		<div className="explore-saved">
			<div className="explore-saved-head">
				<button
					type="button"
					className="tool"
					aria-expanded={isOpen}
					onClick={() => setIsOpen(!isOpen)}
				>
					{definition.name}
				</button>
				<button type="button" className="tool" onClick={() => place.mutate()}>
					{definition.is_on_overview ? "Remove from overview" : "Show on overview"}
					<span className="visually-hidden">: {definition.name}</span>
				</button>
				<button type="button" className="tool tool-danger" onClick={() => setIsDeleting(true)}>
					Delete<span className="visually-hidden"> {definition.name}</span>
				</button>
			</div>
			{isOpen && <SavedAnswer saved={definition} />}
			{isDeleting && (
				<ConfirmDialog
					title={`Delete ${definition.name}?`}
					action="Delete"
					change={remove}
					onClose={() => setIsDeleting(false)}
				>
					<p>The question is deleted, not the events that it asks for.</p>
				</ConfirmDialog>
			)}
		</div>
	);
}
