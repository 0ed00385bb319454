import { expect, test } from "vitest";
import { readEnvelope } from "../../../src/analytics/protocol/read-envelope.ts";

const NO_HINTS = { sentAtQuery: undefined, isEngage: false };

test("two different keys in one request are refused", () => {
	const value = [eventWithToken("phc_a"), eventWithToken("phc_b")];

	expect(readEnvelope(value, NO_HINTS)).toMatchObject({ kind: "refused", status: 401 });
});

test("the key of a batch counts for all of its events", () => {
	const value = { api_key: "phc_a", batch: [eventWithToken("phc_b")] };

	expect(readEnvelope(value, NO_HINTS)).toMatchObject({ envelope: { token: "phc_a" } });
});

test("the body's sent_at wins over the query's", () => {
	const value = { api_key: "phc_a", batch: [{}], sent_at: "2026-01-01T00:00:00Z" };

	const reading = readEnvelope(value, { ...NO_HINTS, sentAtQuery: "1700000000000" });

	expect(reading).toMatchObject({ envelope: { sentAt: Date.UTC(2026, 0) } });
});

test("a counter in the query's _ is no time", () => {
	const reading = readEnvelope(eventWithToken("phc_a"), { ...NO_HINTS, sentAtQuery: "17" });

	expect(reading).toMatchObject({ envelope: { sentAt: undefined } });
});

test.each(["phx_secret", "p".repeat(65), "phc_ü", "phc_\0"])("the key %j is refused", (token) => {
	const reading = readEnvelope(eventWithToken(token), NO_HINTS);

	expect(reading).toMatchObject({ kind: "refused", status: 401 });
});

function eventWithToken(token: string): object {
	return { event: "hello", properties: { token, distinct_id: "u" } };
}
