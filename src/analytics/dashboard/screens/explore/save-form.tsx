import type { FormEvent, ReactElement } from "react";
import type { TrendView } from "../../../wire/dashboard/dimensions.ts";
import type { QuestionInput } from "../../../wire/dashboard/question.ts";
import { request } from "../../api/request.ts";
import { useChange } from "../../api/use-change.ts";
import { Outcome } from "../settings/outcome.tsx";
import { QUESTIONS } from "./use-saved.ts";

export interface SaveFormProps {
	readonly question: QuestionInput;
	readonly view: TrendView;
}

/** Keeps the question under a name; its range is the one of the screen that shows it. */
export function SaveForm({ question, view }: SaveFormProps): ReactElement {
	const save = useChange(
		({ name, isOnOverview }: { readonly name: string; readonly isOnOverview: boolean }) => {
			const { from: _from, to: _to, timezone: _timezone, ...kept } = question;
			return request(QUESTIONS, {
				method: "POST",
				body: { name, view, question: kept, is_on_overview: isOnOverview },
			});
		},
		{ refreshes: QUESTIONS },
	);
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = event.currentTarget;
		const data = new FormData(form);
		const name = String(data.get("name")).trim();
		const isOnOverview = data.get("overview") !== null;
		if (name !== "") save.mutate({ name, isOnOverview }, { onSuccess: () => form.reset() });
	};
	return (
		<form className="form form-line explore-save" onSubmit={submit}>
			<label htmlFor="question-name">Save this question as</label>
			<input
				id="question-name"
				name="name"
				required
				maxLength={100}
				autoComplete="off"
				placeholder="Signups by source"
			/>
			<span className="explore-check">
				<input id="question-overview" name="overview" type="checkbox" />
				<label htmlFor="question-overview">Show on the overview</label>
			</span>
			<button type="submit" className="button" disabled={save.isPending}>
				Save question
			</button>
			<Outcome mutation={save} done="Saved" />
		</form>
	);
}
