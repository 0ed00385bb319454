import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StatsAnswer } from "../../../src/analytics/api-types/stats.ts";
import { VISIT_TRAITS } from "../../../src/analytics/protocol/visit-traits.ts";
import { openStore } from "../../../src/analytics/store/analytics-store.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { lengthsOf } from "../../support/lengths.ts";
import { newEvents, rawEvents } from "../../support/raw-events.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import {
	additiveOf,
	countFor,
	cutSessions,
	type Filter,
	type InRange,
} from "./independent-figures.ts";

const { zones, zonesForEachFilter } = lengthsOf("test/analytics/query/figures.test.ts");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Both changes of the clock lie in it: New York on 2 November 2025, Berlin on 29 March 2026. */
const FIRST_DAY = Date.UTC(2025, 9, 20) / DAY_MS;
const DAYS = 170;

/** What the clocks of a place are ahead of UTC, in hours, written down from the almanac. */
const OFFSETS = {
	UTC: () => 0,
	"Europe/Berlin": (at: number) =>
		at < Date.UTC(2025, 9, 26, 1) || at >= Date.UTC(2026, 2, 29, 1) ? 2 : 1,
	"America/New_York": (at: number) =>
		at < Date.UTC(2025, 10, 2, 6) || at >= Date.UTC(2026, 2, 8, 7) ? -4 : -5,
	"Asia/Kolkata": () => 5.5,
} as const;

type Zone = keyof typeof OFFSETS;

// Object.keys() forgets which keys they are.
const ZONES = Object.keys(OFFSETS) as readonly Zone[];

const FILTERS: readonly (readonly Filter[])[] = [
	[],
	["page:is:/docs"],
	["page:is:/ünï:code/'\"<i>"],
	["page:is_not:/", "status:is:404"],
	["browser:is:Chrome", "browser:is:Safari", "utm_source:is:"],
	["entry_page:is:/", "exit_page:is_not:/blog", "campaign:is_not:spring"],
	["device:is:Mobile", "page:is:/blog"],
	["referrer:is:news.example", "region:is:Bavaria, DE"],
	["language:is:absent's"],
].map((texts) =>
	texts.map((text) => {
		const [, dimension, operator, value] = /^([^:]*):([^:]*):(.*)$/s.exec(text) ?? [];
		return { dimension: dimension ?? "", operator: operator ?? "", value: value ?? "" };
	}),
);

const events = rawEvents(FIRST_DAY, DAYS);
const sessions = cutSessions(events);
const storePath = join(temporaryFolder(afterAll), "events.sqlite");

beforeAll(() => {
	const store = openStore(storePath, 0);
	store.writeBatch(newEvents(events));
	store.close();
});

// The last ones change their clocks, or are half an hour beside the others.
describe.each(ZONES.slice(-zones))("figures in %s", (zone) => {
	test.each([
		["2025-10-21", "2026-04-05", "day"],
		["2025-10-25", "2025-11-04", "hour"],
		["2026-03-27", "2026-03-31", "hour"],
		["2025-11-17", "2026-03-30", "month"],
		["2025-11-20", "2025-12-17", "week"],
		["2025-12-24", "2025-12-25", "day"],
	] as const)("from %s to %s by %s are those of an independent count", async (from, to, interval) => {
		const answer = await ask({ from, to, interval, timezone: zone });

		expectCounted(answer, zone, { from, to });
	});
});

const FILTERED = FILTERS.slice(1).flatMap((filters, index) =>
	Array.from({ length: zonesForEachFilter }, (_, step) => ({
		filters,
		// Each place has its turn.
		zone: ZONES[(index + step) % ZONES.length] ?? "UTC",
	})),
);

test.each(
	FILTERED,
)("figures in $zone filtered by $filters are those of an independent count", async ({
	filters,
	zone,
}) => {
	const range = { from: "2025-10-28", to: "2025-11-20" };

	const answer = await ask({ ...range, timezone: zone, filters });

	expectCounted(answer, zone, range, filters);
	expect(answer.comparison?.totals).toEqual(
		countFor(sessions, filters).totals(inDates(zone, { from: "2025-10-05", to: "2025-10-28" })),
	);
});

test.each([
	["views", "UTC", []],
	["visitors", "UTC", []],
	["sessions", "Asia/Kolkata", []],
	["visitors", "Asia/Kolkata", FILTERS[1] ?? []],
] as const)("the first rows by %s in %s are those that have most of it", async (sort, timezone, filters) => {
	const question = { from: "2025-10-28", to: "2025-11-20", timezone, filters };
	const all = await ask(question);

	const first = await ask({ ...question, sort, limit: "2" });

	for (const [name, rows] of Object.entries(all.breakdowns)) {
		const most = rows.map((row) => row[sort]).toSorted((a, b) => b - a);
		const found = Object.entries(first.breakdowns).find(([other]) => other === name)?.[1];
		expect(found?.map((row) => row[sort])).toEqual(most.slice(0, 2));
	}
});

test("most of what is compared is not nothing", () => {
	const isInRange = inDates("UTC", { from: "2025-10-28", to: "2025-11-20" });
	const views = FILTERS.map((filters) => countFor(sessions, filters).totals(isInRange).views);

	expect(views.filter((count) => count > 20)).toHaveLength(FILTERS.length - 1);
	expect(views.at(-1)).toBe(0);
});

test("a day on which the clock changes has 23 or 25 hours", async () => {
	const spring = await ask({ from: "2026-03-29", to: "2026-03-30", timezone: "Europe/Berlin" });
	const autumn = await ask({ from: "2025-11-02", to: "2025-11-03", timezone: "America/New_York" });

	expect([spring.series.length, autumn.series.length]).toEqual([23, 25]);
	expect([spring.from, spring.to]).toEqual([
		"2026-03-28T23:00:00.000Z",
		"2026-03-29T22:00:00.000Z",
	]);
});

test("everything begins on the day of the first event, and has nothing before", async () => {
	const answer = await ask({ from: "all", to: "2026-05-01", timezone: "Asia/Kolkata" });

	expect(answer.from).toBe("2025-10-19T18:30:00.000Z");
	expect(answer.comparison).toBeNull();
	expect(answer.totals).toEqual(
		countFor(sessions, []).totals(
			inDates("Asia/Kolkata", { from: "2025-10-20", to: "2026-05-01" }),
		),
	);
});

interface Question extends Dates {
	readonly timezone: string;
	readonly interval?: string;
	readonly sort?: string;
	readonly limit?: string;
	readonly filters?: readonly Filter[];
}

async function ask({ filters = [], ...rest }: Question): Promise<StatsAnswer> {
	const { read } = startAnalytics({ storePath, now: Date.UTC(2026, 4, 1) });
	const breakdown = ["page", "entry_page", "exit_page", "status", ...VISIT_TRAITS].join(",");
	const query = new URLSearchParams({ limit: "1000", ...rest, breakdown });
	for (const { dimension, operator, value } of filters) {
		query.append("filter", `${dimension}:${operator}:${value}`);
	}
	return read(`/api/v1/stats?${query}`);
}

interface Dates {
	readonly from: string;
	readonly to: string;
}

/** The answer of a range in whole, in its series and in its rows. */
function expectCounted(
	answer: StatsAnswer,
	zone: Zone,
	dates: Dates,
	filters: readonly Filter[] = [],
): void {
	const counted = countFor(sessions, filters);
	expect(answer.totals).toEqual(counted.totals(inDates(zone, dates)));
	for (const [index, { start, ...figures }] of answer.series.entries()) {
		const [from, to] = [
			Date.parse(start),
			Date.parse(answer.series[index + 1]?.start ?? answer.to),
		];
		expect({ start, ...figures }).toEqual({
			start,
			...counted.totals((at) => at >= from && at < to),
		});
	}
	const rows = Object.entries(answer.breakdowns).map(([name, values]) => [
		name,
		Object.fromEntries(values.map(({ value, ...figures }) => [value, additiveOf(figures)])),
	]);
	expect(Object.fromEntries(rows)).toEqual(counted.rows(inDates(zone, dates)));
}

/** By what the calendar of the place says. */
function inDates(zone: Zone, dates: Dates): InRange {
	const [from, to] = [Date.parse(dates.from), Date.parse(dates.to)];
	return (at) => {
		const local = at + OFFSETS[zone](at) * HOUR_MS;
		return local >= from && local < to;
	};
}
