import type { ReactElement } from "react";
import * as z from "zod";
import type { CreatedKey, KeysAnswer } from "../../../wire/dashboard/settings.ts";
import { pathOf, request } from "../../api/request.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Code } from "../../components/code.tsx";
import { Form } from "../../components/form.tsx";
import { RecordList } from "../../components/tables/record-list.tsx";
import { formatTime } from "../../format/times.ts";
import { useQuestion } from "../../state/use-question.ts";

const KEYS = "/api/v1/keys";

const newKey = z.object({
	name: z.string().max(100).meta({ title: "Name of the new key", placeholder: "Nightly export" }),
});

/** Keys for scripts: created, shown once, listed, deleted. */
export function KeySettings(): ReactElement {
	const { timeZone } = useQuestion();
	return (
		<>
			<p>
				Scripts use a key to read figures and to change flags:{" "}
				<a href="/api/openapi.json">API description</a>.
			</p>
			<RecordList
				title="Personal API keys"
				query={useAnswer<KeysAnswer>(KEYS)}
				empty="Create one below."
				nameOf={({ name }) => name}
				columns={[
					{ label: "Name", cell: ({ name }) => name },
					{
						label: "Created",
						className: "nowrap",
						cell: ({ created_at }) => formatTime(created_at, timeZone),
					},
					{
						label: "Last used",
						className: "nowrap",
						cell: ({ last_used_at }) =>
							last_used_at === null ? "Never" : formatTime(last_used_at, timeZone),
					},
				]}
				removal={{
					verb: "Delete",
					warning: "Scripts that use this key stop working.",
					pathOf: ({ id }) => pathOf`/api/v1/keys/${String(id)}`,
					refreshes: KEYS,
					stays: ({ is_from_environment }) =>
						is_from_environment ? (
							<span className="hint">
								Set by <code>ANALYTICS_API_KEY</code>
							</span>
						) : undefined,
				}}
			/>
			<Form
				schema={newKey}
				submit="Create key"
				done="Created"
				send={(body) => request<CreatedKey>(KEYS, { method: "POST", body })}
				refreshes={KEYS}
				result={({ name, key }) => (
					<div className="notice notice-good" role="status">
						<p>
							<strong>Copy this key now.</strong> It is not shown again.
						</p>
						<Code label={name} text={key} />
					</div>
				)}
			/>
		</>
	);
}
