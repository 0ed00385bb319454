import type { DashboardEvent, LiveDrop } from "../../api-types/events.ts";

/** An entry of the live stream: an event or a drop. */
export type LiveEntry =
	| { readonly kind: "event"; readonly id: string; readonly event: DashboardEvent }
	| { readonly kind: "drop"; readonly id: string; readonly drop: LiveDrop };

export interface LiveFeed {
	/** Newest first. */
	readonly entries: readonly LiveEntry[];
	/** Entries that arrived during a pause, newest first; shown after it. At most {@link MAX_ENTRIES}. */
	readonly waiting: readonly LiveEntry[];
	readonly isPaused: boolean;
	/** Number of events that arrived too fast to be sent. */
	readonly skipped: number;
}

export type LiveAction =
	| { readonly kind: "came"; readonly entry: LiveEntry }
	/** The newest stored events, loaded whenever the stream opens, also after a lost connection. */
	| { readonly kind: "loaded"; readonly events: readonly DashboardEvent[] }
	| { readonly kind: "skipped"; readonly count: number }
	| { readonly kind: "paused" }
	| { readonly kind: "resumed" }
	| { readonly kind: "cleared" };

/** More entries would make scrolling slow. */
export const MAX_ENTRIES = 300;

export const EMPTY_FEED: LiveFeed = { entries: [], waiting: [], isPaused: false, skipped: 0 };

export function reduceFeed(feed: LiveFeed, action: LiveAction): LiveFeed {
	switch (action.kind) {
		case "came": {
			const place = feed.isPaused ? "waiting" : "entries";
			return { ...feed, [place]: [action.entry, ...feed[place]].slice(0, MAX_ENTRIES) };
		}
		case "loaded": {
			const place = feed.isPaused && feed.entries.length > 0 ? "waiting" : "entries";
			const known = new Set([...feed.entries, ...feed.waiting].map(({ id }) => id));
			const added = action.events
				.filter(({ uuid }) => !known.has(uuid))
				.map((event): LiveEntry => ({ kind: "event", id: event.uuid, event }));
			const all = [...feed[place], ...added].toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)));
			return { ...feed, [place]: all.slice(0, MAX_ENTRIES) };
		}
		case "skipped":
			return { ...feed, skipped: feed.skipped + action.count };
		case "paused":
			return { ...feed, isPaused: true };
		case "resumed": {
			const entries = [...feed.waiting, ...feed.entries].slice(0, MAX_ENTRIES);
			return { ...feed, entries, waiting: [], isPaused: false };
		}
		case "cleared":
			return { ...EMPTY_FEED, isPaused: feed.isPaused };
	}
}

/** Time of arrival, ISO 8601. */
export function timeOf(entry: LiveEntry): string {
	return entry.kind === "event" ? entry.event.received_at : entry.drop.at;
}

/** Whether the name, id, properties or reason of an entry contain a text; ignores case. */
export function holdsText(entry: LiveEntry, search: string): boolean {
	const text = search.trim().toLowerCase();
	if (text === "") return true;
	const { kind } = entry;
	const searched =
		kind === "event"
			? [entry.event.event, entry.event.distinct_id, JSON.stringify(entry.event.properties)]
			: [entry.drop.event ?? "", entry.drop.reason, entry.drop.description];
	return searched.some((part) => part.toLowerCase().includes(text));
}
