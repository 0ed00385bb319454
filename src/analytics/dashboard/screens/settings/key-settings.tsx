import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactElement, useId, useState } from "react";
import type { CreatedKey, KeysAnswer, ListedKey } from "../../../wire/dashboard/settings.ts";
import { pathOf, request } from "../../api/request.ts";
import { Answered } from "../../components/answered.tsx";
import { Code } from "../../components/code.tsx";
import { Modal } from "../../components/modal.tsx";
import { REACHED_BY_KEYBOARD } from "../../components/reached-by-keyboard.ts";
import { Empty } from "../../components/state-notices.tsx";
import { formatTime } from "../../format/times.ts";
import { useQuestion } from "../../state/use-question.ts";
import { Outcome } from "./outcome.tsx";

const KEYS = ["keys"] as const;

/** Keys for scripts: made, shown once, listed, taken back. */
export function KeySettings(): ReactElement {
	const client = useQueryClient();
	const id = useId();
	const keys = useQuery({
		queryKey: KEYS,
		queryFn: ({ signal }) => request<KeysAnswer>("/api/v1/keys", { signal }),
	});
	const create = useMutation({
		mutationFn: (body: { readonly name: string }) =>
			request<CreatedKey>("/api/v1/keys", { method: "POST", body }),
		onSuccess: () => client.invalidateQueries({ queryKey: KEYS }),
	});
	const submit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const form = event.currentTarget;
		const name = String(new FormData(form).get("name")).trim();
		if (name !== "") create.mutate({ name }, { onSuccess: () => form.reset() });
	};
	return (
		<>
			<p>
				For scripts that read figures or write flags:{" "}
				<a href="/api/openapi.json">what they can ask</a>.
			</p>
			<Answered what="the keys" query={keys}>
				{({ results }) =>
					results.length === 0 ? <Empty title="No keys yet" /> : <KeyTable keys={results} />
				}
			</Answered>
			<form className="form form-line" onSubmit={submit}>
				<label htmlFor={id}>Name of a new key</label>
				<input
					id={id}
					name="name"
					required
					maxLength={100}
					autoComplete="off"
					placeholder="Nightly export"
				/>
				<button type="submit" className="button" disabled={create.isPending}>
					Create
				</button>
				<Outcome mutation={create} done="Created" />
			</form>
			{create.data !== undefined && (
				<div className="notice notice-good" role="status">
					<p>
						<strong>Copy it now.</strong> Only a hash of it is kept, so it is never shown again.
					</p>
					<Code label={create.data.name} text={create.data.key} />
				</div>
			)}
		</>
	);
}

function KeyTable({ keys }: { readonly keys: readonly ListedKey[] }): ReactElement {
	const client = useQueryClient();
	const { timeZone } = useQuestion();
	const [leaving, setLeaving] = useState<ListedKey>();
	const remove = useMutation({
		mutationFn: ({ id }: ListedKey) =>
			request(pathOf`/api/v1/keys/${String(id)}`, { method: "DELETE" }),
		onSuccess: () => {
			setLeaving(undefined);
			return client.invalidateQueries({ queryKey: KEYS });
		},
	});
	return (
		<div className="table-scroll" {...REACHED_BY_KEYBOARD}>
			<table className="table">
				<caption className="visually-hidden">Personal API keys</caption>
				<thead>
					<tr>
						<th scope="col">Name</th>
						<th scope="col">Created</th>
						<th scope="col">Last used</th>
						<th scope="col">
							<span className="visually-hidden">Remove</span>
						</th>
					</tr>
				</thead>
				<tbody>
					{keys.map((key) => (
						<tr key={key.id}>
							<th scope="row">{key.name}</th>
							<td className="nowrap">{formatTime(key.created_at, timeZone)}</td>
							<td className="nowrap">
								{key.last_used_at === null ? "never" : formatTime(key.last_used_at, timeZone)}
							</td>
							<td>
								{key.is_from_environment ? (
									<span className="hint">from the environment</span>
								) : (
									<button
										type="button"
										className="tool tool-danger"
										onClick={() => setLeaving(key)}
									>
										Remove<span className="visually-hidden"> {key.name}</span>
									</button>
								)}
							</td>
						</tr>
					))}
				</tbody>
			</table>
			{leaving !== undefined && (
				<Modal title={`Remove ${leaving.name}?`} onClose={() => setLeaving(undefined)}>
					<p>Scripts that use this key are refused from now on.</p>
					<Outcome mutation={remove} done="Removed" />
					<div className="buttons">
						<button
							type="button"
							className="button button-danger"
							disabled={remove.isPending}
							onClick={() => remove.mutate(leaving)}
						>
							Remove
						</button>
						<button
							type="button"
							className="button button-quiet"
							onClick={() => setLeaving(undefined)}
						>
							Keep
						</button>
					</div>
				</Modal>
			)}
		</div>
	);
}
