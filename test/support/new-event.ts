import { randomInt } from "node:crypto";
import type { NewEvent } from "../../src/analytics/store/new-event.ts";

/** 15 January 2026 at noon (UTC). */
export const NOON = Date.UTC(2026, 0, 15, 12);

export interface NewPageView extends Partial<NewEvent> {
	readonly page?: string;
	readonly visitor?: number;
}

/** A processed page view, for tests of the store alone. Options replace its defaults. */
export function newPageView(options: NewPageView = {}): NewEvent {
	const { timestamp = NOON, page = "/", visitor = randomInt(1, 2 ** 47), ...parts } = options;
	return {
		uuid: crypto.randomUUID(),
		event: "$pageview",
		distinctId: crypto.randomUUID(),
		timestamp,
		receivedAt: timestamp,
		properties: { $current_url: `https://site.example${page}` },
		personChange: undefined,
		person: undefined,
		groups: [],
		bot: undefined,
		visit: {
			visitor,
			page,
			status: undefined,
			traits: { referrer: "$direct", channel: "Direct", browser: "Chrome" },
		},
		...parts,
	};
}

/** Page views, each with parts by its index. */
export function newPageViews(
	count: number,
	partsOf: (index: number) => NewPageView = () => ({}),
): readonly NewEvent[] {
	return Array.from({ length: count }, (_, index) => newPageView(partsOf(index)));
}

/** A UUID for a number below 2 ** 48; the same for the same number. */
export function numberedUuid(number: number): string {
	return `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;
}
