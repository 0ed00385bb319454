import { type ReactElement, useContext } from "react";
import { Link, useLocation, useParams } from "react-router";
import { hasRole, type Role } from "../../../wire/dashboard/session.ts";
import type { SettingsAnswer } from "../../../wire/dashboard/settings.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { RoleContext } from "../../api/use-role.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { Facts } from "../../components/facts.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { formatBytes, formatCount } from "../../format/numbers.ts";
import { formatTime } from "../../format/times.ts";
import { MissingScreen } from "../../frame/missing-screen.tsx";
import { useQuestion } from "../../state/use-question.ts";
import { AddressSettings } from "./address-settings.tsx";
import { AlertSettings } from "./alert-settings.tsx";
import { ChangeList } from "./change-list.tsx";
import { SETTINGS_PATH } from "./change-settings.ts";
import { DataTransfer } from "./data-transfer.tsx";
import { GroupTypeSettings } from "./group-type-settings.tsx";
import { KeySettings } from "./key-settings.tsx";
import { LimitSettings } from "./limit-settings.tsx";
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

function DataSettings(): ReactElement {
	const settings = useAnswer<SettingsAnswer>(SETTINGS_PATH);
	return (
		<Answered what="the settings" query={settings}>
			{(answer) => (
				<>
					<Card title="Data">
						<DataFacts settings={answer} />
						<LimitSettings settings={answer} />
					</Card>
					<Card title="Ignored addresses">
						<AddressSettings settings={answer} />
					</Card>
				</>
			)}
		</Answered>
	);
}

function DataFacts({ settings }: { readonly settings: SettingsAnswer }): ReactElement {
	const { timeZone } = useQuestion();
	const { data, project_key, max_file_mb } = settings;
	const limitBytes = max_file_mb.value * 1_048_576;
	const time = (at: string | null): string => (at === null ? "None" : formatTime(at, timeZone));
	return (
		<>
			<meter
				className="size-meter"
				min={0}
				max={limitBytes}
				value={data.file_bytes}
				aria-label="Size of the data"
			/>
			<Facts
				isWide
				facts={{
					Size: `${formatBytes(data.file_bytes)} of at most ${formatBytes(limitBytes)}`,
					Events: formatCount(data.events),
					Persons: formatCount(data.persons),
					"Oldest event": time(data.oldest_event_at),
					"Newest event": time(data.newest_event_at),
					"Project key": project_key,
				}}
			/>
		</>
	);
}
