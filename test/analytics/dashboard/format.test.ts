import { describe, expect, test } from "vitest";
import { pointsOf, withoutFuture } from "../../../src/analytics/dashboard/chart/chart-series.ts";
import { detailsOf } from "../../../src/analytics/dashboard/components/events/event-pages.tsx";
import { labelOf } from "../../../src/analytics/dashboard/format/labels.ts";
import {
	changeOf,
	formatBytes,
	formatDuration,
	formatFigure,
	formatShort,
} from "../../../src/analytics/dashboard/format/numbers.ts";
import { fileNameOf } from "../../../src/analytics/dashboard/format/save-file.ts";
import {
	formatAgo,
	formatPoint,
	formatRecent,
	formatSpan,
	formatTick,
} from "../../../src/analytics/dashboard/format/times.ts";
import { renderValue, visibleText } from "../../../src/analytics/dashboard/format/visible-text.ts";

test.each([
	[0, "0s"],
	[999, "1s"],
	[59_400, "59s"],
	[59_600, "1m 00s"],
	[185_000, "3m 05s"],
	[3_600_000, "1h 00m"],
	[90_000_000, "25h 00m"],
])("a duration of %d ms is said as %s", (milliseconds, text) => {
	expect(formatDuration(milliseconds)).toBe(text);
});

test("a figure is whole with its thousands, a share or a time, or none", () => {
	expect(formatFigure(1_234_567, "count")).toBe("1,234,567");
	expect(formatFigure(0.4176, "percent")).toBe("41.8%");
	expect(formatFigure(61_000, "duration")).toBe("1m 01s");
	expect(formatFigure(null, "percent")).toBe("–");
	expect(formatShort(9_999, "count")).toBe("9,999");
	expect(formatShort(1_234_567, "count")).toBe("1.2M");
});

test("bytes have the unit that makes them short", () => {
	expect([0, 999, 1_500, 2_340_000, 5e9].map(formatBytes)).toEqual([
		"0 bytes",
		"999 bytes",
		"1.5 kB",
		"2.3 MB",
		"5 GB",
	]);
});

test.each([
	[110, 100, "count", { text: "+10%", direction: "up" }],
	[50, 100, "count", { text: "−50%", direction: "down" }],
	[100, 100, "count", { text: "0%", direction: "same" }],
	// Of shares, in points.
	[0.5, 0.4, "percent", { text: "+10 pts", direction: "up" }],
	[0.395, 0.4, "percent", { text: "−0.5 pts", direction: "down" }],
	// Zero has no share to compare with.
	[5, 0, "count", undefined],
	[0, 0, "count", { text: "0%", direction: "same" }],
	[null, 3, "percent", undefined],
	[3, undefined, "count", undefined],
] as const)("the change to %j from %j as a %s is %j", (now, before, kind, change) => {
	expect(changeOf(now, before, kind)).toEqual(change);
});

describe("times", () => {
	test("are said in the time zone, by the length of the interval", () => {
		const start = "2026-03-28T23:00:00.000Z";

		expect(formatPoint(start, "day", "Europe/Rome")).toBe("Sun, 29 Mar 2026");
		expect(formatTick(start, "day", "UTC")).toBe("28 Mar");
		expect(formatTick(start, "hour", "Europe/Rome")).toBe("00:00");
	});

	test("of a span name its last day", () => {
		expect(formatSpan({ from: "2026-01-02", to: "2026-02-01" })).toBe("2\u2009–\u200931 Jan 2026");
		expect(formatSpan({ from: "all", to: "2026-02-01" })).toBe("until 31 Jan 2026");
	});

	test("are counted back from now, and older than a month are a day", () => {
		const now = Date.parse("2026-06-01T12:00:00Z");

		expect(formatAgo("2026-06-01T11:59:30Z", now)).toBe("just now");
		expect(formatAgo("2026-06-01T09:00:00Z", now)).toBe("3 hours ago");
		expect(formatAgo("2026-05-31T12:00:00Z", now)).toBe("yesterday");
		expect(formatAgo("2026-01-01T12:00:00Z", now)).toBe("1 Jan 2026");
	});
});

describe("pointsOf()", () => {
	const options = { interval: "day", timezone: "UTC", to: "2026-01-03T00:00:00Z" } as const;
	const starts = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"];

	test("leaves the point open that is not over", () => {
		const openAt = (now: string) => pointsOf({ ...options, starts, now: Date.parse(now) }).open;

		expect(openAt("2025-12-31T23:00:00Z")).toBeUndefined();
		expect(openAt("2026-01-01T10:00:00Z")).toBe(0);
		expect(openAt("2026-01-02T10:00:00Z")).toBe(1);
		expect(openAt("2026-01-03T00:00:00Z")).toBeUndefined();
	});

	test("says the points in the words of their interval", () => {
		expect(pointsOf({ ...options, starts, now: 0 }).labels).toEqual([
			"Thu, 1 Jan 2026",
			"Fri, 2 Jan 2026",
		]);
	});
});

test("points that have not begun have no figure, but what they are compared with has", () => {
	const values = [3, 2, 0, 0];
	const points = { starts: [], to: "", ticks: [], labels: [], open: 1 };
	const now = { label: "Visitors", values, color: "--color-series-1", style: "area" } as const;

	const shown = withoutFuture([now, { ...now, style: "dashed" }], points);

	expect(shown.map((one) => one.values)).toEqual([[3, 2, null, null], values]);
	expect(withoutFuture([now], { ...points, open: undefined })).toEqual([now]);
});

test("values are labeled as people say them, and stay as they are where they come from visitors", () => {
	expect(labelOf("referrer", "$direct")).toBe("Direct or unknown");
	expect(labelOf("language", "de-DE")).toBe("German (Germany)");
	expect(labelOf("language", "no language <b>")).toBe("no language <b>");
	expect(labelOf("utm_source", "")).toBe("(none)");
	expect(labelOf("page", "/<script>")).toBe("/<script>");
});

test("fileNameOf() has nothing that a file system minds", () => {
	expect(fileNameOf("Visitors", "1–2 Jan 2026, Page is ../etc")).toBe(
		"visitors-1-2-jan-2026-page-is-etc",
	);
});

test("a time of another day is said with its day", () => {
	const now = "2026-11-22T00:30:00Z";

	expect(formatRecent("2026-11-22T00:10:00Z", "UTC", now)).toBe("00:10:00");
	expect(formatRecent("2026-11-21T23:10:00Z", "UTC", now)).toBe("21 Nov 2026, 23:10:00");
});

test("characters that turn the direction of text are shown as escapes", () => {
	expect(visibleText("invoice\u202efdp.exe")).toBe(String.raw`invoice\u202efdp.exe`);
	expect(labelOf("page", "/a\u2066b")).toBe(String.raw`/a\u2066b`);
	expect(labelOf("page", "/a%E2%81%A6b")).toBe(String.raw`/a\u2066b`);
	// Right-to-left letters by themselves are text.
	expect(visibleText("\u05e9\u05dc\u05d5\u05dd")).toBe("\u05e9\u05dc\u05d5\u05dd");
});

test("letters of an address are read, and what is no text stays as it was sent", () => {
	expect(labelOf("page", "/%C3%BCber%20uns%2Fa")).toBe("/über%20uns%2Fa");
	expect(visibleText("/%FCber")).toBe("/%FCber");
	expect(renderValue("/%C3%BCber")).toBe("/%C3%BCber");
});

test("details of an event leave out what is not there", () => {
	const properties = {
		$pathname: "/docs",
		$lib: "web",
		utm_source: null,
		utm_medium: "",
		plan: "free",
		seats: 0,
	};

	expect(detailsOf({ properties })).toBe("/docs · plan: free · seats: 0");
});
