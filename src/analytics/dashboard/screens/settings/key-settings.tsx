import { type FormEvent, type ReactElement, useState } from "react";
import type { CreatedKey, KeysAnswer, ListedKey } from "../../../wire/dashboard/settings.ts";
import { pathOf, request } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { useChange } from "../../api/use-change.ts";
import { Answered } from "../../components/answered.tsx";
import { Code } from "../../components/code.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { Table } from "../../components/tables/table.tsx";
import { formatTime } from "../../format/times.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Outcome } from "./outcome.tsx";

const KEYS = "/api/v1/keys";

/** Keys for scripts: made, shown once, listed, deleted. */
export function KeySettings(): ReactElement {
	const keys = useAnswer<KeysAnswer>(KEYS);
	const create = useChange(
		(name: string) => request<CreatedKey>(KEYS, { method: "POST", body: { name } }),
		{ refreshes: KEYS },
	);
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = event.currentTarget;
		const name = String(new FormData(form).get("name")).trim();
		if (name !== "") create.mutate(name, { onSuccess: () => form.reset() });
	};
	return (
		<>
			<p>
				Scripts use a key to read figures and to change flags:{" "}
				<a href="/api/openapi.json">API description</a>.
			</p>
			<Answered what="the keys" query={keys}>
				{({ results }) =>
					results.length === 0 ? (
						<Empty title="No keys yet">
							<p>Create one below.</p>
						</Empty>
					) : (
						<KeyTable keys={results} />
					)
				}
			</Answered>
			<form className="form form-line" onSubmit={submit}>
				<label htmlFor="key-name">Name of the new key</label>
				<input
					id="key-name"
					name="name"
					required
					maxLength={100}
					autoComplete="off"
					placeholder="Nightly export"
				/>
				<button type="submit" className="button" disabled={create.isPending}>
					Create key
				</button>
				<Outcome mutation={create} done="Created" />
			</form>
			{create.data !== undefined && (
				<div className="notice notice-good" role="status">
					<p>
						<strong>Copy this key now.</strong> It is not shown again.
					</p>
					<Code label={create.data.name} text={create.data.key} />
				</div>
			)}
		</>
	);
}

const COLUMNS = ["Name", "Created", "Last used", "Delete"].map((label) => ({
	label,
	...(label === "Delete" ? { head: <span className="visually-hidden">{label}</span> } : {}),
}));

function KeyTable({ keys }: { readonly keys: readonly ListedKey[] }): ReactElement {
	const { timeZone } = useQuestion();
	const [deleting, setDeleting] = useState<ListedKey>();
	return (
		<>
			<Table caption="Personal API keys" columns={COLUMNS} className="table-stacked">
				<tbody>
					{keys.map((key) => (
						<tr key={key.id}>
							<th scope="row">{key.name}</th>
							<td className="nowrap" data-label="Created">
								{formatTime(key.created_at, timeZone)}
							</td>
							<td className="nowrap" data-label="Last used">
								{key.last_used_at === null ? "Never" : formatTime(key.last_used_at, timeZone)}
							</td>
							<td>
								{key.is_from_environment ? (
									<span className="hint">
										Set by <code>ANALYTICS_API_KEY</code>
									</span>
								) : (
									<button
										type="button"
										className="tool tool-danger"
										onClick={() => setDeleting(key)}
									>
										Delete<span className="visually-hidden"> {key.name}</span>
									</button>
								)}
							</td>
						</tr>
					))}
				</tbody>
			</Table>
			{deleting !== undefined && (
				<DeleteKey apiKey={deleting} onClose={() => setDeleting(undefined)} />
			)}
		</>
	);
}

interface DeleteKeyProps {
	readonly apiKey: ListedKey;
	readonly onClose: () => void;
}

function DeleteKey({ apiKey: { id, name }, onClose }: DeleteKeyProps): ReactElement {
	const change = useChange(
		() => request(pathOf`/api/v1/keys/${String(id)}`, { method: "DELETE" }),
		{ refreshes: KEYS, onDone: onClose },
	);
	return (
		<ConfirmDialog title={`Delete ${name}?`} action="Delete" change={change} onClose={onClose}>
			<p>Scripts that use this key stop working.</p>
		</ConfirmDialog>
	);
}
