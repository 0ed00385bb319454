import { type FormEvent, type ReactElement, useState } from "react";
import type { Goal } from "../../../wire/dashboard/question.ts";
import { selectorWords } from "../../../wire/dashboard/selector-words.ts";
import { pathOf, request } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useChange } from "../../api/use-change.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { Table } from "../../components/tables/table.tsx";
import { visibleText } from "../../format/visible-text.ts";
import { Outcome } from "../settings/outcome.tsx";
import { GOALS, type Saved, type SavedAnswer } from "./use-saved.ts";

/** Goals that are defined, and the form for another. */
export function GoalList(): ReactElement {
	const query = useAnswer<SavedAnswer<Goal>>(GOALS);
	const [deleting, setDeleting] = useState<Saved<Goal>>();
	return (
		<Card title="Goals">
			<Answered what="the goals" query={query}>
				{({ results: goals }) =>
					goals.length === 0 ? (
						<Empty title="No goals yet">
							<p>Define a page or an event below that visitors should reach.</p>
						</Empty>
					) : (
						<Table
							caption="Goals"
							columns={[
								{ label: "Name" },
								{ label: "Reached by" },
								{ label: "Delete", head: <span className="visually-hidden">Delete</span> },
							]}
						>
							<tbody>
								{goals.map((goal) => (
									<tr key={goal.key}>
										<th scope="row">{goal.definition.name}</th>
										<td>{visibleText(selectorWords(goal.definition.selector))}</td>
										<td>
											<button
												type="button"
												className="tool tool-danger"
												onClick={() => setDeleting(goal)}
											>
												Delete<span className="visually-hidden"> {goal.definition.name}</span>
											</button>
										</td>
									</tr>
								))}
							</tbody>
						</Table>
					)
				}
			</Answered>
			<GoalForm />
			{deleting !== undefined && (
				<DeleteGoal goal={deleting} onClose={() => setDeleting(undefined)} />
			)}
		</Card>
	);
}

function GoalForm(): ReactElement {
	const [kind, setKind] = useState("page");
	const create = useChange((goal: object) => request(GOALS, { method: "POST", body: goal }), {
		refreshes: GOALS,
	});
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = event.currentTarget;
		const data = new FormData(form);
		const [name = "", what = "", property = "", value = "", worth = ""] = FIELDS.map((field) =>
			String(data.get(field) ?? "").trim(),
		);
		const operator = what.includes("*") ? "matches" : "is";
		const conditions = property === "" ? [] : [{ property, operator: "is", values: [value] }];
		const selector =
			kind === "page"
				? { conditions: [{ dimension: "page", operator, values: [what] }] }
				: { event: what, conditions };
		const goal = { name, selector, ...(worth === "" ? {} : { value_property: worth }) };
		create.mutate(goal, { onSuccess: () => form.reset() });
	};
	return (
		<form className="form explore-goal-form" onSubmit={submit}>
			<label>
				Name
				<input name="name" required maxLength={100} autoComplete="off" placeholder="Signed up" />
			</label>
			<label>
				Reached by
				<select value={kind} onChange={({ target }) => setKind(target.value)}>
					<option value="page">Viewing a page</option>
					<option value="event">An event</option>
				</select>
			</label>
			<label>
				{kind === "page" ? "Path, with * for anything" : "Name of the event"}
				<input
					name="what"
					required
					autoComplete="off"
					placeholder={kind === "page" ? "/thanks*" : "signup"}
				/>
			</label>
			{kind === "event" && (
				<>
					<label>
						With the property (optional)
						<input name="property" autoComplete="off" placeholder="plan" />
					</label>
					<label>
						Of the value
						<input name="value" autoComplete="off" placeholder="team" />
					</label>
					<label>
						Property that holds its worth (optional)
						<input name="worth" autoComplete="off" placeholder="amount" />
					</label>
				</>
			)}
			<div className="buttons">
				<button type="submit" className="button" disabled={create.isPending}>
					Define goal
				</button>
				<Outcome mutation={create} done="Saved" />
			</div>
		</form>
	);
}

const FIELDS = ["name", "what", "property", "value", "worth"] as const;

interface DeleteGoalProps {
	readonly goal: Saved<Goal>;
	readonly onClose: () => void;
}

function DeleteGoal({ goal: { key, definition }, onClose }: DeleteGoalProps): ReactElement {
	const change = useChange(() => request(pathOf`/api/v1/goals/${key}`, { method: "DELETE" }), {
		refreshes: GOALS,
		onDone: onClose,
	});
	return (
		<ConfirmDialog
			title={`Delete ${definition.name}?`}
			action="Delete"
			change={change}
			onClose={onClose}
		>
			<p>Saved questions that name this goal can no longer be answered. Events stay.</p>
		</ConfirmDialog>
	);
}
