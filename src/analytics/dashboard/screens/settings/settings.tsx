import type { ReactElement } from "react";
import { Link, useLocation, useParams } from "react-router";
import type { SettingsAnswer } from "../../../wire/dashboard/settings.ts";
import { useAnswer } from "../../api/use-answer.ts";
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
import { SETTINGS_PATH } from "./change-settings.ts";
import { DataTransfer } from "./data-transfer.tsx";
import { GroupTypeSettings } from "./group-type-settings.tsx";
import { KeySettings } from "./key-settings.tsx";
import { LimitSettings } from "./limit-settings.tsx";
import { PasswordSettings } from "./password-settings.tsx";
import { ProjectSettings } from "./project-settings.tsx";
import { ShareSettings } from "./share-settings.tsx";

/** What an operator decides while the service runs: one part at each address. */
export function Settings(): ReactElement {
	const { part = DATA } = useParams();
	const { search } = useLocation();
	const shown = PARTS.find(({ path }) => path === part);
	if (shown === undefined) return <MissingScreen />;
	return (
		<>
			<ScreenHeader title="Settings" />
			<nav className="tabs" aria-label="Parts of the settings">
				{PARTS.map(({ path, title }) => (
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

const DATA = "data";

interface Part {
	/** Below the path of the settings. */
	readonly path: string;
	readonly title: string;
	readonly content: ReactElement;
}

const PARTS: readonly Part[] = [
	{ path: DATA, title: "Data", content: <DataSettings /> },
	cardPart("group-types", "Group types", <GroupTypeSettings />),
	cardPart("shares", "Share links", <ShareSettings />),
	cardPart("alerts", "Alerts and digests", <AlertSettings />),
	cardPart("keys", "Personal API keys", <KeySettings />),
	cardPart("transfer", "Export and import", <DataTransfer />),
	cardPart("projects", "Projects", <ProjectSettings />),
	cardPart("password", "Password", <PasswordSettings />),
];

function cardPart(path: string, title: string, card: ReactElement): Part {
	return { path, title, content: <Card title={title}>{card}</Card> };
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
