import { type ReactElement, useState } from "react";
import * as z from "zod";
import type { ListedProject } from "../../../api-types/projects.ts";
import { ROLES, type Role } from "../../../api-types/session.ts";
import type { InvitedUser, ListedUser } from "../../../api-types/settings.ts";
import { pathOf, send } from "../../api/request.ts";
import { useProjects } from "../../api/use-answer.ts";
import { useChange } from "../../api/use-change.ts";
import { Secret } from "../../components/code.tsx";
import { Modal } from "../../components/dialogs/modal.tsx";
import { Form } from "../../components/form.tsx";
import { Danger } from "../../components/state-notices.tsx";
import { RecordList } from "../../components/tables/record-list.tsx";
import { timeColumn } from "../../components/tables/table.tsx";
import { Tool } from "../../components/tool.tsx";

export const USERS = "/api/v1/users";

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
	viewer: "Viewer",
	editor: "Editor",
	admin: "Admin",
};

/** Invites, changes and deletes users. */
export function UserSettings(): ReactElement {
	const projects = useProjects();
	const [changed, setChanged] = useState<ListedUser>();
	const invite = useChange(
		({ id }: ListedUser) => send<InvitedUser>("POST", pathOf`/api/v1/users/${id}/invitation`),
		{ refreshes: USERS },
	);
	const nameOf = (id: string) => projects.find((project) => project.id === id)?.name ?? id;
	return (
		<>
			<p>
				Viewers read. Editors also change flags, goals, questions, alerts, share links and notes.
				Admins also change settings and erase people; with all projects, they manage users, keys and
				projects.
			</p>
			<RecordList<ListedUser>
				title="Users"
				path={USERS}
				empty="Invite one below."
				nameOf={titleOf}
				columns={[
					{ label: "Name", cell: titleOf },
					{ label: "Mail address", cell: ({ mail }) => mail || "None" },
					{ label: "Role", cell: ({ role }) => ROLE_LABELS[role] },
					{ label: "Projects", cell: (user) => user.projects?.map(nameOf).join(", ") ?? "All" },
					timeColumn("Open invitation until", ({ invited_until }) => invited_until, "None"),
				]}
				tools={(user) => (
					<>
						<Tool onClick={() => setChanged(user)} of={titleOf(user)}>
							Change
						</Tool>
						{!user.is_first && (
							<Tool onClick={() => invite.mutate(user)} of={`for ${titleOf(user)}`}>
								New link
							</Tool>
						)}
					</>
				)}
				removal={{
					warning: "The user is signed out, and the API keys of this user stop working.",
					stays: ({ is_first }) => (is_first ? <span /> : undefined),
				}}
			/>
			<Danger error={invite.error} />
			{invite.data !== undefined && <InvitationLink invited={invite.data} />}
			<Form
				schema={userSchema(projects)}
				submit="Invite user"
				done="Invited"
				refreshes={USERS}
				send={(entered) => send<InvitedUser>("POST", USERS, bodyOf(entered, projects))}
				result={(invited) => <InvitationLink invited={invited} />}
			/>
			{changed !== undefined && (
				<Modal title={`Change ${titleOf(changed)}`} onClose={() => setChanged(undefined)}>
					<Form
						schema={userSchema(projects, changed)}
						submit="Save"
						refreshes={USERS}
						send={(entered) => {
							const { mail, ...rights } = bodyOf(entered, projects);
							const body = changed.is_first ? { mail } : { mail, ...rights };
							return send("PATCH", pathOf`/api/v1/users/${changed.id}`, body);
						}}
						onDone={() => setChanged(undefined)}
						onCancel={() => setChanged(undefined)}
					/>
				</Modal>
			)}
		</>
	);
}

function titleOf({ name, mail }: ListedUser): string {
	return name || mail;
}

/** Has a check box for each project. The first admin has only a mail field, and always all rights. */
function userSchema(projects: readonly ListedProject[], user?: ListedUser) {
	const isSome = ({ scope }: Readonly<Record<string, string | undefined>>) => scope === "some";
	const mail = z
		.string()
		.default(user?.mail ?? "")
		.meta({ title: "Mail address", placeholder: "ada@example.org" });
	if (user?.is_first === true) return z.looseObject({ mail });
	return z.looseObject({
		mail,
		role: z
			.enum(ROLES)
			.default(user?.role ?? "viewer")
			.meta({ title: "Role", options: Object.entries(ROLE_LABELS) }),
		scope: z
			.enum(["all", "some"])
			.default(user?.projects == null ? "all" : "some")
			.meta({
				title: "Projects",
				options: [
					["all", "All projects"],
					["some", "Some projects"],
				],
			}),
		...Object.fromEntries(
			projects.map(({ id, name }) => [
				id,
				z
					.boolean()
					.default(user?.projects?.includes(id) ?? false)
					.meta({ title: name, when: isSome }),
			]),
		),
	});
}

function bodyOf(
	{ mail, role, scope, ...entered }: Readonly<Record<string, unknown>>,
	projects: readonly ListedProject[],
) {
	const chosen = projects.map(({ id }) => id).filter((id) => entered[id] === true);
	return { mail, role, projects: scope === "some" ? chosen : null };
}

function InvitationLink({ invited }: { readonly invited: InvitedUser }): ReactElement {
	const advice = `Send this link to ${invited.mail}. It works once, within seven days.`;
	return <Secret advice={advice} label={invited.mail} text={location.origin + invited.path} />;
}
