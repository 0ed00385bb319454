import { type ReactElement, useContext } from "react";
import { Link, useLocation, useParams } from "react-router";
import { hasRole, type Role } from "../../../wire/dashboard/session.ts";
import { RoleContext } from "../../api/use-role.ts";
import { Card } from "../../components/card.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { MissingScreen } from "../../frame/missing-screen.tsx";
import { AlertSettings } from "./alert-settings.tsx";
import { ChangeList } from "./change-list.tsx";
import { DataSettings } from "./data-settings.tsx";
import { DataTransfer } from "./data-transfer.tsx";
import { GroupTypeSettings } from "./group-type-settings.tsx";
import { KeySettings } from "./key-settings.tsx";
import { PasswordSettings } from "./password-settings.tsx";
import { ProjectSettings } from "./project-settings.tsx";
import { ShareSettings } from "./share-settings.tsx";
import { UserSettings } from "./user-settings.tsx";

/** What an operator decides while the service runs: one part at each address. */
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
	/** Below the path of the settings. */
	readonly path: string;
	readonly title: string;
	/** Hidden from lower roles. */
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
