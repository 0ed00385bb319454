import { expect, test } from "vitest";
import { type ClientTimes, resolveEventTime } from "../../../src/analytics/wire/event-time.ts";
import { parseTimestamp } from "../../../src/analytics/wire/parse-timestamp.ts";

const NOON = Date.UTC(2026, 0, 15, 12);
const HOUR_MS = 3_600_000;
const NOTHING: ClientTimes = {
	offset: undefined,
	timestamp: undefined,
	time: undefined,
	ignoreSentAt: false,
	sentAt: undefined,
};

test("a retry's stale offset gives way to the client's own clock", () => {
	const times = {
		...NOTHING,
		offset: 2_000,
		time: (NOON - HOUR_MS) / 1_000,
		sentAt: NOON,
	};

	expect(resolveEventTime(times, NOON).timestamp).toBe(NOON - HOUR_MS);
});

test("a client's clock that would make an event younger than its offset is not believed", () => {
	const times = { ...NOTHING, offset: 5_000, time: NOON / 1_000, sentAt: NOON };

	expect(resolveEventTime(times, NOON).timestamp).toBe(NOON - 5_000);
});

test("a time more than 23 hours ahead becomes the time of arrival", () => {
	const times = { ...NOTHING, timestamp: "2026-01-16T11:30:00Z" };

	expect(resolveEventTime(times, NOON)).toEqual({ timestamp: NOON, warning: "from-the-future" });
});

test("a time that nobody can read becomes the time of arrival", () => {
	const times = { ...NOTHING, timestamp: "yesterday" };

	expect(resolveEventTime(times, NOON)).toEqual({ timestamp: NOON, warning: "unreadable" });
});

const HALF_PAST_TEN = Date.UTC(2026, 0, 15, 10, 30);

for (const form of [
	"2026-01-15T10:30:00Z",
	"2026-01-15T12:30:00+02:00",
	"2026-01-15T05:00:00.000-0530",
	"2026-01-15 10:30:00",
	"2026/01/15 10:30",
	"Thu, 15 Jan 2026 10:30:00 GMT",
	"15 Jan 2026 11:30:00 +0100",
	HALF_PAST_TEN,
	HALF_PAST_TEN / 1_000,
	String(HALF_PAST_TEN),
]) {
	test(`parseTimestamp() reads ${form}`, () => {
		expect(parseTimestamp(form)).toBe(HALF_PAST_TEN);
	});
}

for (const form of [
	"",
	"soon",
	"2026-13-01",
	"2026-01-15T10:30:00 somewhere",
	null,
	{},
	Number.NaN,
]) {
	test(`parseTimestamp() does not guess at ${JSON.stringify(form)}`, () => {
		expect(parseTimestamp(form)).toBeUndefined();
	});
}
