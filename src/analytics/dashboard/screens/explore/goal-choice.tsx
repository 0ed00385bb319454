import type { ReactElement } from "react";
import type { QuestionFormProps } from "./draft.ts";
import { useGoals } from "./use-saved.ts";

/** Which goals the conversions are of. */
export function GoalChoice({ draft: { goals }, onChange }: QuestionFormProps): ReactElement {
	const known = useGoals();
	return (
		<fieldset className="explore-goals">
			<legend>Goals</legend>
			{known.length === 0 && <p className="hint">No goals yet: define one below.</p>}
			{known.map(({ key, definition }) => (
				<label key={key}>
					<input
						type="checkbox"
						checked={goals.includes(key)}
						onChange={({ target }) =>
							onChange({
								goals: target.checked ? [...goals, key] : goals.filter((other) => other !== key),
							})
						}
					/>
					{definition.name}
				</label>
			))}
		</fieldset>
	);
}
