import { expect, test } from "vitest";
import type { DashboardEvent } from "../../../src/analytics/api-types/events.ts";
import {
	EMPTY_FEED,
	holdsText,
	type LiveAction,
	type LiveEntry,
	type LiveFeed,
	MAX_ENTRIES,
	reduceFeed,
} from "../../../src/analytics/dashboard/screens/live-feed.ts";

test("what comes while the feed is paused waits, and is shown in its order afterwards", () => {
	const feed = after([came("1"), { kind: "paused" }, came("2"), came("3")]);

	expect(idsOf(feed)).toEqual(["1"]);
	expect(feed.waiting).toHaveLength(2);
	expect(idsOf(reduceFeed(feed, { kind: "resumed" }))).toEqual(["3", "2", "1"]);
});

test("stored events come once, below what is newer, and not into a pause", () => {
	const loaded = { kind: "loaded", events: ["1", "2"].map(stored) } as const;

	expect(idsOf(after([came("2"), came("3"), loaded]))).toEqual(["3", "2", "1"]);
	const paused = after([came("3"), { kind: "paused" }, loaded]);
	expect([idsOf(paused), paused.waiting.length]).toEqual([["3"], 2]);
});

test("the feed forgets the oldest, so that a day of it fits into a tab", () => {
	const feed = after(Array.from({ length: MAX_ENTRIES + 5 }, (_, index) => came(String(index))));

	expect(feed.entries).toHaveLength(MAX_ENTRIES);
	expect(feed.entries[0]?.id).toBe(String(MAX_ENTRIES + 4));
});

test("clearing leaves a pause as it is", () => {
	const feed = after([
		{ kind: "paused" },
		came("1"),
		{ kind: "skipped", count: 4 },
		{ kind: "cleared" },
	]);

	expect(feed).toEqual({ ...EMPTY_FEED, isPaused: true });
});

test("what was skipped is counted", () => {
	expect(
		after([
			{ kind: "skipped", count: 4 },
			{ kind: "skipped", count: 2 },
		]).skipped,
	).toBe(6);
});

test("a search looks at names, ids, properties and reasons", () => {
	const entry = entryOf("1");
	const drop: LiveEntry = {
		kind: "drop",
		id: "2",
		drop: { reason: "no-token", description: "No key", event: null, at: "", steps: [] },
	};

	expect(["", "SIGNED", "user-1", "team"].every((text) => holdsText(entry, text))).toBe(true);
	expect(holdsText(entry, "enterprise")).toBe(false);
	expect(holdsText(drop, "token")).toBe(true);
});

function after(actions: readonly LiveAction[]): LiveFeed {
	return actions.reduce(reduceFeed, EMPTY_FEED);
}

function came(id: string): LiveAction {
	return { kind: "came", entry: entryOf(id) };
}

function entryOf(id: string): LiveEntry {
	return { kind: "event", id, event: stored(id) };
}

function stored(id: string): DashboardEvent {
	return {
		uuid: id,
		event: "signed up",
		distinct_id: "user-1",
		timestamp: "2026-01-01T00:00:00Z",
		received_at: "2026-01-01T00:00:00Z",
		properties: { plan: "Team" },
		set: null,
		set_once: null,
		person_id: "",
	};
}

function idsOf({ entries }: LiveFeed): readonly string[] {
	return entries.map(({ id }) => id);
}
