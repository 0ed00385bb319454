import type { ReactElement } from "react";
import { Field } from "../../components/field.tsx";
import { useSavedQuestions } from "../explore/use-saved.ts";

export interface QuestionSelectProps {
	readonly label: string;
	/** What none of the saved questions means. */
	readonly empty: string;
}

/** A saved question, as the field `question` of a form. */
export function QuestionSelect({ label, empty }: QuestionSelectProps): ReactElement {
	const saved = useSavedQuestions().data?.results ?? [];
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
