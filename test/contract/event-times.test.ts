import { expect, test } from "vitest";
import { resolveEventTime } from "../../src/analytics/protocol/event-time.ts";
import { parseTimestamp } from "../../src/analytics/protocol/parse-timestamp.ts";
import { posthogFixture } from "../support/posthog-fixtures.ts";

interface TimeCase {
	readonly id: string;
	readonly why: string;
	readonly event: {
		readonly offset?: number;
		readonly timestamp?: string;
		readonly properties?: { readonly $ignore_sent_at?: boolean };
	};
	readonly sent_at?: string;
	readonly expect: string;
}

const { now, cases } = posthogFixture<{ now: string; cases: readonly TimeCase[] }>(
	"timestamp-cases.json",
);

for (const { id, why, event, sent_at, expect: expected } of cases) {
	test(`${id}: ${why}`, () => {
		const times = {
			offset: event.offset,
			timestamp: event.timestamp,
			time: undefined,
			ignoreSentAt: event.properties?.$ignore_sent_at === true,
			sentAt: parseTimestamp(sent_at),
		};

		const { timestamp } = resolveEventTime(times, Date.parse(now));

		expect(new Date(timestamp).toISOString()).toBe(new Date(expected).toISOString());
	});
}
