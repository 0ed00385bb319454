import fc from "fast-check";
import { expect, test } from "vitest";
import { type ClientTimes, resolveEventTime } from "../../../src/analytics/protocol/event-time.ts";
import { parseTimestamp } from "../../../src/analytics/protocol/parse-timestamp.ts";
import { lengthsOf } from "../../support/lengths.ts";

const { timesAsManyRuns } = lengthsOf("test/analytics/protocol/event-time.test.ts");

const NOON = Date.UTC(2026, 0, 15, 12);
const HOUR_MS = 3_600_000;
const NOTHING: ClientTimes = {
	offset: undefined,
	timestamp: undefined,
	time: undefined,
	ignoreSentAt: false,
	sentAt: undefined,
};

const AN_HOUR_AGO = NOON - HOUR_MS;

test.each<[what: string, times: Partial<ClientTimes>, resolved: object]>([
	[
		"a retry's stale offset gives way to the client's own clock",
		{ offset: 2_000, time: AN_HOUR_AGO / 1_000, sentAt: NOON },
		{ timestamp: AN_HOUR_AGO },
	],
	[
		"a client's clock that would make an event younger than its offset is not believed",
		{ offset: 5_000, time: NOON / 1_000, sentAt: NOON },
		{ timestamp: NOON - 5_000 },
	],
	[
		"a time more than 23 hours ahead becomes the time of arrival",
		{ timestamp: "2026-01-16T11:30:00Z" },
		{ timestamp: NOON, warning: "from-the-future" },
	],
	[
		"an unreadable time becomes the time of arrival",
		{ timestamp: "yesterday" },
		{ timestamp: NOON, warning: "unreadable" },
	],
])("%s", (_what, times, resolved) => {
	expect(resolveEventTime({ ...NOTHING, ...times }, NOON)).toMatchObject(resolved);
});

const HALF_PAST_TEN = Date.UTC(2026, 0, 15, 10, 30);

test.each([
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
])("parseTimestamp() reads %j", (form) => {
	expect(parseTimestamp(form)).toBe(HALF_PAST_TEN);
});

test.each([
	"",
	"soon",
	"2026-13-01",
	"2026-01-15T10:30:00 somewhere",
	null,
	{},
	Number.NaN,
	"2026-00-15T10:30:00.000Z",
	"2026-13-15T10:30:00.000Z",
	"2026-01-32T10:30:00.000Z",
])("parseTimestamp() does not guess at %j", (form) => {
	expect(parseTimestamp(form)).toBeUndefined();
});

test("what a client writes with toISOString() is read to the millisecond, in every year", () => {
	const [min, max] = [new Date("0000-01-01T00:00:00Z"), new Date("9999-12-31T23:59:59.999Z")];
	fc.assert(
		fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
			expect(parseTimestamp(date.toISOString())).toBe(date.getTime());
		}),
		{ numRuns: 2_000 * timesAsManyRuns },
	);
});

test.each([
	["2024-02-29T00:00:00.000Z", Date.UTC(2024, 1, 29)],
	["2100-03-01T00:00:00.000Z", Date.UTC(2100, 2, 1)],
	["2026-01-15T24:00:00.000Z", Date.UTC(2026, 0, 16)],
])("parseTimestamp() reads %s as %s", (text, time) => {
	expect(parseTimestamp(text)).toBe(time);
});
