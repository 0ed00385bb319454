import type { ReactElement } from "react";
import * as z from "zod";
import type { Listed } from "../../../api-types/answer-of.ts";
import { ROLES } from "../../../api-types/session.ts";
import type { CreatedKey, ListedKey, ListedUser } from "../../../api-types/settings.ts";
import { send } from "../../api/request.ts";
import { useAnswer, useProjects } from "../../api/use-answer.ts";
import { Secret } from "../../components/code.tsx";
import { Form, optionalText } from "../../components/form.tsx";
import { RecordList } from "../../components/tables/record-list.tsx";
import { timeColumn } from "../../components/tables/table.tsx";
import { ROLE_LABELS, USERS } from "./user-settings.tsx";

const KEYS = "/api/v1/keys";

/** Creates, lists and deletes API keys for scripts; the secret of a key is shown once. */
export function KeySettings(): ReactElement {
	const users = useAnswer<Listed<ListedUser>>(USERS).data?.results ?? [];
	const projects = useProjects();
	const newKey = z.object({
		name: z.string().max(100).meta({ title: "Name of the new key", placeholder: "Nightly export" }),
		user: optionalText({
			title: "Owner",
			options: [
				["", "You"],
				...users.map(({ id, name, mail }) => [String(id), name || mail] as const),
			],
		}),
		role: z.enum(ROLES).meta({ title: "Role", options: Object.entries(ROLE_LABELS) }),
		project: optionalText({
			title: "Project",
			options: [
				["", "All projects of the owner"],
				...projects.map(({ id, name }) => [id, name] as const),
			],
		}),
		ends: optionalText({ title: "Last day (UTC, optional)", control: "date" }),
	});
	return (
		<>
			<p>
				Scripts use a key to read figures and to change flags:{" "}
				<a href="/api/openapi.json">API description</a>. A key belongs to a user, and has no higher
				role than its owner.
			</p>
			<RecordList<ListedKey>
				title="API keys"
				path={KEYS}
				empty="Create one below."
				nameOf={({ name }) => name}
				columns={[
					{ label: "Name", cell: ({ name }) => name },
					{ label: "Owner", cell: ({ user }) => user ?? "Environment" },
					{ label: "Role", cell: ({ role }) => ROLE_LABELS[role] },
					{
						label: "Project",
						cell: ({ project: id }) => projects.find((one) => one.id === id)?.name ?? id ?? "All",
					},
					timeColumn("Created", ({ created_at }) => created_at),
					timeColumn("Last used", ({ last_used_at }) => last_used_at),
					timeColumn("Expires", ({ expires_at }) => expires_at),
				]}
				removal={{
					warning: "Scripts that use this key stop working.",
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
				send={({ user, ends, ...body }) =>
					send<CreatedKey>("POST", KEYS, {
						...body,
						user: user && Number(user),
						expires_at: ends && `${ends}T23:59:59Z`,
					})
				}
				refreshes={KEYS}
				result={({ name, key }) => <Secret advice="Copy this key now." label={name} text={key} />}
			/>
		</>
	);
}
