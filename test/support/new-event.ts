import { randomBytes } from "node:crypto";
import type { NewEvent } from "../../src/analytics/store/new-event.ts";

export interface NewPageView {
	/** Milliseconds since the Unix epoch. */
	readonly timestamp: number;
	readonly page: string;
	readonly uuid?: string;
	readonly visitor?: Uint8Array;
}

/** A page view that has passed the steps, for tests of the store alone. */
export function newPageView({ timestamp, page, uuid, visitor }: NewPageView): NewEvent {
	return {
		uuid: uuid ?? crypto.randomUUID(),
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
			visitor: visitor ?? randomBytes(16),
			isView: true,
			page,
			status: undefined,
			traits: { referrer: "$direct", channel: "Direct", browser: "Chrome" },
		},
	};
}
