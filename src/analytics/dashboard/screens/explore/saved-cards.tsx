import type { ReactElement } from "react";
import { Card } from "../../components/card.tsx";
import { Failure } from "../../components/state-notices.tsx";
import { SavedAnswer } from "./saved-answer.tsx";
import { useSavedQuestions } from "./use-saved.ts";

/** Saved questions that the overview shows below its own. */
export function SavedCards(): ReactElement {
	const { data, error, refetch } = useSavedQuestions();
	if (error !== null) {
		return <Failure what="the saved questions" error={error} onRetry={() => void refetch()} />;
	}
	const shown = (data?.results ?? []).filter(({ definition }) => definition.is_on_overview);
	return (
		<>
			{shown.map(({ key, definition }) => (
				<Card key={key} title={definition.name}>
					<SavedAnswer saved={definition} />
				</Card>
			))}
		</>
	);
}
