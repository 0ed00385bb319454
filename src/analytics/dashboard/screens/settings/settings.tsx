import type { ReactElement } from "react";
import type { SettingsAnswer } from "../../../wire/dashboard/settings.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { Answered } from "../../components/answered.tsx";
import { Card } from "../../components/card.tsx";
import { Facts } from "../../components/facts.tsx";
import { ScreenHeader } from "../../components/screen-header.tsx";
import { formatBytes, formatCount } from "../../format/numbers.ts";
import { formatTime } from "../../format/times.ts";
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

/** What an operator decides while the service runs. */
export function Settings(): ReactElement {
	const settings = useAnswer<SettingsAnswer>(SETTINGS_PATH);
	return (
		<>
			<ScreenHeader title="Settings" />
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
			<Card title="Group types">
				<GroupTypeSettings />
			</Card>
			<Card title="Share links">
				<ShareSettings />
			</Card>
			<Card title="Alerts and digests">
				<AlertSettings />
			</Card>
			<Card title="Personal API keys">
				<KeySettings />
			</Card>
			<Card title="Export and import">
				<DataTransfer />
			</Card>
			<Card title="Projects">
				<ProjectSettings />
			</Card>
			<Card title="Password">
				<PasswordSettings />
			</Card>
		</>
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
