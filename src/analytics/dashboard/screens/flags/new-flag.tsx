import type { FormEvent, ReactElement } from "react";
import { useNavigate } from "react-router";
import { pathOf } from "../../api/request.ts";
import { Card } from "../../components/card.tsx";
import { Field } from "../../components/field.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { FormProblem } from "../../components/state-notices.tsx";
import { useFlags, useSaveFlag } from "./use-flags.ts";

/** A new flag has a key, is off, and has a rollout of nothing. */
export function NewFlag(): ReactElement {
	const navigate = useNavigate();
	const flags = useFlags();
	const save = useSaveFlag();
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = new FormData(event.currentTarget);
		const [key, name] = [String(form.get("key")).trim(), String(form.get("name")).trim()];
		// Saving under a key that is taken would replace the flag that has it.
		if (flags.data?.results.some((flag) => flag.key === key)) {
			void navigate(pathOf`/flags/${key}`);
			return;
		}
		const filters = { groups: [{ properties: [], rollout_percentage: 0, variant: null }] };
		save.mutate(
			{ key, definition: { key, name, active: false, filters } },
			{ onSuccess: () => void navigate({ pathname: pathOf`/flags/${key}`, search: "edit=yes" }) },
		);
	};
	return (
		<>
			<ScreenHeader title="New flag" lead="A new flag is off until you turn it on" />
			<Card title="Details">
				<form className="form" onSubmit={submit}>
					<Field label="Key" hint="Your code asks for this key. It cannot be changed later.">
						{(control) => (
							<input
								{...control}
								name="key"
								required
								maxLength={400}
								pattern="[\w\-.]+"
								title="Letters, digits, - _ and ."
								placeholder="new-checkout"
								autoComplete="off"
							/>
						)}
					</Field>
					<Field label="Description">
						{(control) => <input {...control} name="name" autoComplete="off" />}
					</Field>
					<FormProblem error={save.error} />
					<div className="buttons">
						<button type="submit" className="button" disabled={save.isPending || flags.isPending}>
							Create flag
						</button>
					</div>
				</form>
			</Card>
		</>
	);
}
