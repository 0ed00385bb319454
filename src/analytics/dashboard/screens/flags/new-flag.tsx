import { type FormEvent, type ReactElement, useId } from "react";
import { useNavigate } from "react-router";
import { pathOf } from "../../api/request.ts";
import { Card } from "../../components/card.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { Problems } from "../../components/state-notices.tsx";
import { useFlags, useSaveFlag } from "./use-flags.ts";

/** A flag begins with its key, off, and for nobody. */
export function NewFlag(): ReactElement {
	const id = useId();
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
			<ScreenHeader title="New flag" lead="It begins switched off" />
			<Card title="Its name">
				<form className="form" onSubmit={submit}>
					<div className="field">
						<label htmlFor={`${id}-key`}>Key</label>
						<input
							id={`${id}-key`}
							name="key"
							required
							maxLength={400}
							pattern="[\w\-.]+"
							title="Letters, digits, - _ and ."
							placeholder="new-checkout"
							autoComplete="off"
							aria-describedby={`${id}-hint`}
						/>
						<span id={`${id}-hint`} className="hint">
							Code asks for it by this key, which never changes
						</span>
					</div>
					<div className="field">
						<label htmlFor={`${id}-name`}>What it is for</label>
						<input id={`${id}-name`} name="name" autoComplete="off" />
					</div>
					{save.error !== null && (
						<div className="form-problem" role="alert">
							<Problems error={save.error} />
						</div>
					)}
					<div className="buttons">
						<button type="submit" className="button" disabled={save.isPending || flags.isPending}>
							Create
						</button>
					</div>
				</form>
			</Card>
		</>
	);
}
