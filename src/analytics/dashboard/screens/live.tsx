import { type ReactElement, useEffect, useReducer, useState } from "react";
import { Link } from "react-router";
import type { DashboardEvent, EventsAnswer, LiveDrop } from "../../api-types/events.ts";
import { request } from "../api/request.ts";
import { Modal } from "../components/dialogs/modal.tsx";
import { detailsOf, EVENT_COLUMNS } from "../components/events/event-pages.tsx";
import { EventPanel, StepList } from "../components/events/event-panel.tsx";
import { ScreenHeader } from "../components/screen-header.tsx";
import { SearchField } from "../components/search-field.tsx";
import { Empty } from "../components/state-notices.tsx";
import { Table } from "../components/tables/table.tsx";
import { Time } from "../components/time.tsx";
import { Tool } from "../components/tool.tsx";
import { formatCount } from "../format/numbers.ts";
import { formatRecent } from "../format/times.ts";
import { visibleText } from "../format/visible-text.ts";
import { useParameter, useSearchText } from "../state/use-address.ts";
import { useQuestion } from "../state/use-question.ts";
import { EMPTY_FEED, holdsText, type LiveEntry, reduceFeed, timeOf } from "./live-feed.ts";

/** Events as they arrive, including dropped events. */
export function Live(): ReactElement {
	const { feed, act, connection } = useLiveFeed();
	const search = useSearchText();
	const [opened, setOpened] = useParameter("event");
	const [drop, setDrop] = useState<LiveDrop>();
	const shown = feed.entries.filter((entry) => holdsText(entry, search[0]));
	return (
		<>
			<ScreenHeader title="Live" lead="Events as they arrive">
				<span className={`connection connection-${connection}`} role="status">
					{CONNECTIONS[connection]}
				</span>
				<SearchField label="Search events" placeholder="Name, ID or property" search={search} />
				<Tool
					aria-pressed={feed.isPaused}
					onClick={() => act({ kind: feed.isPaused ? "resumed" : "paused" })}
					icon={feed.isPaused ? "play" : "pause"}
				>
					{feed.isPaused ? `Resume (${feed.waiting.length} waiting)` : "Pause"}
				</Tool>
				<Tool onClick={() => act({ kind: "cleared" })}>Clear</Tool>
			</ScreenHeader>
			{feed.skipped > 0 && (
				<p className="hint">
					{formatCount(feed.skipped)} events arrived too fast to be shown here. All of them are
					stored.
				</p>
			)}
			<section className="card" aria-label="Events">
				{shown.length === 0 ? (
					<Waiting isSearch={search[0] !== "" && feed.entries.length > 0} />
				) : (
					<LiveTable
						entries={shown}
						onOpen={(entry) =>
							entry.kind === "event" ? setOpened(entry.event.uuid) : setDrop(entry.drop)
						}
					/>
				)}
			</section>
			{opened !== "" && <EventPanel uuid={opened} onClose={() => setOpened("")} />}
			{drop !== undefined && (
				<Modal
					title={visibleText(drop.event ?? "Event without a name")}
					isPanel
					onClose={() => setDrop(undefined)}
				>
					<div className="notice notice-danger">
						<p>
							<strong>Dropped: {drop.reason.replaceAll("-", " ")}</strong>
						</p>
						<p>{drop.description}</p>
						<p>
							<Time at={drop.at} />
						</p>
					</div>
					<h3>Ingestion steps</h3>
					<StepList steps={drop.steps} />
				</Modal>
			)}
		</>
	);
}

const CONNECTIONS = {
	connecting: "Connecting",
	open: "Connected",
	lost: "Reconnecting",
} as const;

function Waiting({ isSearch }: { readonly isSearch: boolean }): ReactElement {
	if (isSearch)
		return (
			<Empty title="No events match your search">
				Only the events on this screen are searched. All stored events are under Events.
			</Empty>
		);
	return (
		<Empty title="Waiting for events">
			Open a page of your site, or <Link to="/start">send a test event</Link>. It appears here
			within a second.
		</Empty>
	);
}

interface LiveTableProps {
	readonly entries: readonly LiveEntry[];
	readonly onOpen: (entry: LiveEntry) => void;
}

function LiveTable({ entries, onOpen }: LiveTableProps): ReactElement {
	const { timeZone } = useQuestion();
	const [openedAt] = useState(() => new Date().toISOString());
	return (
		<Table caption="Events, the newest first" columns={EVENT_COLUMNS} className="event-list">
			<tbody>
				{entries.map((entry) => {
					const isEvent = entry.kind === "event";
					return (
						<tr key={entry.id} className={isEvent ? "came" : "came came-drop"}>
							<td className="nowrap">{formatRecent(timeOf(entry), timeZone, openedAt)}</td>
							<th scope="row">
								<button type="button" onClick={() => onOpen(entry)}>
									{visibleText(
										isEvent ? entry.event.event : (entry.drop.event ?? "Without a name"),
									)}
								</button>
							</th>
							<td className="clipped">
								{isEvent ? detailsOf(entry.event) : `Dropped: ${entry.drop.description}`}
							</td>
							<td className="clipped id">{isEvent ? visibleText(entry.event.distinct_id) : ""}</td>
						</tr>
					);
				})}
			</tbody>
		</Table>
	);
}

const LOADED_EVENTS = 50;

/** Opens the live stream while the screen is shown. The browser reconnects automatically. */
function useLiveFeed() {
	const [feed, act] = useReducer(reduceFeed, EMPTY_FEED);
	const [connection, setConnection] = useState<keyof typeof CONNECTIONS>("connecting");
	useEffect(() => {
		const stream = new EventSource("/api/v1/live");
		stream.addEventListener("open", () => {
			setConnection("open");
			// Adds events that arrived before the stream opened.
			request<EventsAnswer>(`/api/v1/events?bots=include&limit=${LOADED_EVENTS}`).then(
				({ results }) => act({ kind: "loaded", events: results }),
				// The stream works without them.
				() => {},
			);
		});
		stream.addEventListener("error", () => setConnection("lost"));
		stream.addEventListener("message", ({ data }: MessageEvent<string>) => {
			const event = JSON.parse(data) as DashboardEvent;
			act({ kind: "came", entry: { kind: "event", id: event.uuid, event } });
		});
		stream.addEventListener("dropped", ({ data }: MessageEvent<string>) => {
			const drop = JSON.parse(data) as LiveDrop;
			act({ kind: "came", entry: { kind: "drop", id: crypto.randomUUID(), drop } });
		});
		stream.addEventListener("skipped", ({ data }: MessageEvent<string>) => {
			act({ kind: "skipped", count: Number(data) });
		});
		return () => stream.close();
	}, []);
	return { feed, act, connection };
}
