import type { DashboardEvent, LiveDrop } from "../../../wire/dashboard/events.ts";

/** What came over the live stream. */
export type LiveEntry =
	| { readonly kind: "event"; readonly id: string; readonly event: DashboardEvent }
	| { readonly kind: "drop"; readonly id: string; readonly drop: LiveDrop };

export interface LiveFeed {
	/** The newest first. */
	readonly entries: readonly LiveEntry[];
	/** What came while it was paused: not shown, and not lost. */
	readonly waiting: readonly LiveEntry[];
	readonly isPaused: boolean;
	/** Events that came too fast to be sent. */
	readonly skipped: number;
}

export type LiveAction =
	| { readonly kind: "came"; readonly entry: LiveEntry }
	| { readonly kind: "skipped"; readonly count: number }
	| { readonly kind: "paused" }
	| { readonly kind: "resumed" }
	| { readonly kind: "cleared" };

/** More than anybody reads, and not so many that scrolling suffers. */
export const MAX_ENTRIES = 300;

export const EMPTY_FEED: LiveFeed = { entries: [], waiting: [], isPaused: false, skipped: 0 };

export function reduceFeed(feed: LiveFeed, action: LiveAction): LiveFeed {
	switch (action.kind) {
		case "came": {
			const place = feed.isPaused ? "waiting" : "entries";
			return { ...feed, [place]: [action.entry, ...feed[place]].slice(0, MAX_ENTRIES) };
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

/** Whether an entry holds a text anywhere: in its name, its id, its properties, its reason. */
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
