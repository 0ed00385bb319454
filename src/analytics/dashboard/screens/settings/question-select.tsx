import type { ReactElement } from "react";
import type { Question } from "../../../wire/dashboard/question.ts";
import { Field } from "../../components/field.tsx";
import { useSavedQuestions } from "../explore/use-saved.ts";

export interface QuestionSelectProps {
	readonly label: string;
	/** What none of the saved questions means. */
	readonly empty: string;
	/** Only questions of this kind. */
	readonly kind?: Question["kind"];
}

/** A saved question, as the field `question` of a form. */
export function QuestionSelect({ label, empty, kind }: QuestionSelectProps): ReactElement {
	const saved = (useSavedQuestions().data?.results ?? []).filter(
		({ definition }) => kind === undefined || definition.question.kind === kind,
	);
	return (
		<Field label={label}>
			{(control) => (
				<select {...control} name="question">
					<option value="">{empty}</option>
					{saved.map(({ key, definition }) => (
						<option key={key} value={key}>
							{definition.name}
						</option>
					))}
				</select>
			)}
		</Field>
	);
}
