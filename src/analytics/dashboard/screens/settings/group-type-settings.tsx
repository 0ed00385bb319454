import type { FormEvent, ReactElement } from "react";
import type { GroupTypesAnswer } from "../../../wire/dashboard/settings.ts";
import { request } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useChange } from "../../api/use-change.ts";
import { Answered } from "../../components/answered.tsx";
import { Field } from "../../components/field.tsx";
import { visibleText } from "../../format/visible-text.ts";
import { Outcome } from "./outcome.tsx";

const GROUP_TYPES = "/api/v1/group-types";

/** Kinds of group, such as companies: named here, so that events cannot make others. */
export function GroupTypeSettings(): ReactElement {
	const types = useAnswer<GroupTypesAnswer>(GROUP_TYPES);
	const change = useChange(
		(results: readonly string[]) => request(GROUP_TYPES, { method: "PUT", body: { results } }),
		{ refreshes: GROUP_TYPES },
	);
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const text = String(new FormData(event.currentTarget).get("names"));
		change.mutate(
			text
				.split(",")
				.map((name) => name.trim())
				.filter((name) => name !== ""),
		);
	};
	return (
		<Answered what="the group types" query={types}>
			{({ results, is_named }) => {
				const names = results.map(({ name }) => name);
				return (
					<form className="form" onSubmit={submit}>
						{!is_named && names.length > 0 && (
							<p>
								Seen in events: {visibleText(names.join(", "))}. Save the names that you use, so
								that events cannot add others.
							</p>
						)}
						<Field
							label="Names"
							hint="Up to five, separated by commas, in the order that flags number them. Groups of other types are deleted."
						>
							{(control) => (
								<input
									{...control}
									name="names"
									autoComplete="off"
									placeholder="company, project"
									defaultValue={names.join(", ")}
								/>
							)}
						</Field>
						<div className="buttons">
							<button type="submit" className="button" disabled={change.isPending}>
								Save group types
							</button>
							<Outcome mutation={change} done="Saved" />
						</div>
					</form>
				);
			}}
		</Answered>
	);
}
