import { type ReactElement, useContext } from "react";
import { Link, useLocation, useParams } from "react-router";
import * as z from "zod";
import { hasRole, type Role } from "../../../api-types/session.ts";
import type { ListedChange } from "../../../api-types/settings.ts";
import { send } from "../../api/request.ts";
import { useProjects, useSession } from "../../api/use-answer.ts";
import { RoleContext } from "../../api/use-role.ts";
import { Card } from "../../components/card.tsx";
import { Form } from "../../components/form.tsx";
import { MissingScreen } from "../../components/missing-screen.tsx";
import { Paged } from "../../components/paged.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { Empty } from "../../components/state-notices.tsx";
import { RowTable, timeColumn } from "../../components/tables/table.tsx";
import { visibleText } from "../../format/visible-text.ts";
import { newPassword } from "../invitation.tsx";
import { UserName } from "../sign-in.tsx";
import { AlertSettings } from "./alert-settings.tsx";
import { DataSettings } from "./data-settings.tsx";
import { DataTransfer } from "./data-transfer.tsx";
import { GroupTypeSettings } from "./group-type-settings.tsx";
import { KeySettings } from "./key-settings.tsx";
import { ProjectSettings } from "./project-settings.tsx";
import { ShareSettings } from "./share-settings.tsx";
import { UserSettings } from "./user-settings.tsx";

/** Settings that operators change while the service runs; each part has its own path. */
export function Settings(): ReactElement {
	const { search } = useLocation();
	const role = useContext(RoleContext);
	const parts = PARTS.filter(({ needs }) => hasRole(role, needs));
	const { part = parts[0]?.path } = useParams();
	const shown = parts.find(({ path }) => path === part);
	if (shown === undefined) return <MissingScreen />;
	return (
		<>
			<ScreenHeader title="Settings" />
			<nav className="tabs" aria-label="Parts of the settings">
				{parts.map(({ path, title }) => (
					<Link
						key={path}
						className="tab"
						to={{ pathname: `/settings/${path}`, search }}
						aria-current={path === part && "page"}
					>
						{title}
					</Link>
				))}
			</nav>
			{shown.content}
		</>
	);
}

interface Part {
	/** Path below the path of the settings. */
	readonly path: string;
	readonly title: string;
	/** Lower roles do not see the part. */
	readonly needs: Role;
	readonly content: ReactElement;
}

const PARTS: readonly Part[] = [
	{ path: "data", title: "Data", needs: "admin", content: <DataSettings /> },
	cardPart("group-types", "Group types", "admin", <GroupTypeSettings />),
	cardPart("shares", "Share links", "editor", <ShareSettings />),
	cardPart("alerts", "Alerts and digests", "editor", <AlertSettings />),
	cardPart("users", "Users", "admin", <UserSettings />),
	cardPart("keys", "API keys", "admin", <KeySettings />),
	cardPart("changes", "Changes", "admin", <ChangeList />),
	cardPart("transfer", "Export and import", "viewer", <DataTransfer />),
	cardPart("projects", "Projects", "admin", <ProjectSettings />),
	cardPart("password", "Password", "viewer", <PasswordSettings />),
];

function cardPart(path: string, title: string, needs: Role, card: ReactElement): Part {
	return { path, title, needs, content: <Card title={title}>{card}</Card> };
}

/** Record of changes of the last 400 days. */
function ChangeList(): ReactElement {
	const projects = useProjects();
	return (
		<Paged<ListedChange>
			what="the changes"
			path="/api/v1/changes"
			empty={<Empty title="No changes yet">Changes of the last 400 days are listed here.</Empty>}
		>
			{(changes) => (
				<RowTable
					caption="Changes, the newest first"
					className="table-stacked"
					columns={[
						timeColumn("Time", ({ at }: ListedChange) => at),
						{ label: "User", cell: ({ who }) => visibleText(who) },
						{ label: "Change", cell: ({ what }) => what },
						{ label: "Target", cell: ({ target }) => visibleText(target) },
						{
							label: "Project",
							cell: ({ project }) => projects.find(({ id }) => id === project)?.name ?? project,
						},
					]}
					rows={changes}
				/>
			)}
		</Paged>
	);
}

const passwordChange = z.object({
	current: z.string().meta({
		title: "Current password",
		control: "password",
		autoComplete: "current-password",
	}),
	new: newPassword,
});

/** Form that changes the user's password, which signs out all other browsers. */
function PasswordSettings(): ReactElement {
	const { data: session } = useSession();
	if (session?.signed_in === true && session.password_from !== "dashboard") {
		return (
			<p className="hint">
				The password comes from{" "}
				{session.password_from === "provider" ? (
					"the identity provider"
				) : (
					<code>ANALYTICS_PASSWORD</code>
				)}
				; change it there.
			</p>
		);
	}
	return (
		<Form
			schema={passwordChange}
			submit="Change password"
			done="Changed. All other browsers are signed out."
			send={(body) => send("POST", "/api/password", body)}
		>
			<UserName />
		</Form>
	);
}
