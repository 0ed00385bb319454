import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../../../src/analytics/store/analytics-store.ts";
import type { Figures, StatsAnswer } from "../../../src/analytics/wire/dashboard/stats.ts";
import { VISIT_TRAITS } from "../../../src/analytics/wire/visit-traits.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { lengthsOf } from "../../support/lengths.ts";
import { newEvents, rawDatabase, rawEvents } from "../../support/raw-events.ts";

const { comparedPoints, zones, zonesForEachFilter } = lengthsOf(
	"test/analytics/query/figures.test.ts",
);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Both changes of the clock lie in it: New York on 2 November 2025, Berlin on 29 March 2026. */
const FIRST_DAY = Date.UTC(2025, 9, 20) / DAY_MS;
const DAYS = 170;

/** What the clocks of a place are ahead of UTC at `ts`, written down from the almanac. */
const OFFSETS = {
	UTC: "0",
	"Europe/Berlin": `CASE WHEN ts < ${Date.UTC(2025, 9, 26, 1)} OR ts >= ${Date.UTC(2026, 2, 29, 1)} THEN 7200000 ELSE 3600000 END`,
	"America/New_York": `CASE WHEN ts < ${Date.UTC(2025, 10, 2, 6)} OR ts >= ${Date.UTC(2026, 2, 8, 7)} THEN -14400000 ELSE -18000000 END`,
	"Asia/Kolkata": "19800000",
} as const;

type Zone = keyof typeof OFFSETS;

interface Filter {
	readonly dimension: string;
	readonly operator: string;
	readonly value: string;
}

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
let counted: DatabaseSync;
let storePath: string;
let folder: string;

beforeAll(() => {
	counted = rawDatabase(events);
	folder = mkdtempSync(join(tmpdir(), "loggia-"));
	storePath = join(folder, "events.sqlite");
	const store = openStore(storePath, 0);
	store.writeBatch(newEvents(events));
	store.close();
});

afterAll(() => {
	counted.close();
	rmSync(folder, { recursive: true });
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
	] as const)("from %s to %s by %s are those of a count in SQL", async (from, to, interval) => {
		const answer = await ask({ from, to, interval, timezone: zone });

		expect(answer.totals).toEqual(countTotals(zone, [], { from, to }));
		expect(sumOf(answer)).toMatchObject(additiveOf(answer.totals));
		expectSeries(answer, zone, []);
		expect(rowsOf(answer)).toEqual(countRows(zone, [], { from, to }));
	});
});

const FILTERED = FILTERS.slice(1).flatMap((filters, index) =>
	Array.from({ length: zonesForEachFilter }, (_, step) => ({
		filters,
		// Each place has its turn.
		zone: ZONES[(index + step) % ZONES.length] ?? "UTC",
	})),
);

test.each(FILTERED)("figures in $zone filtered by $filters are those of a count in SQL", async ({
	filters,
	zone,
}) => {
	const range = { from: "2025-10-28", to: "2025-11-20" };

	const answer = await ask({ ...range, timezone: zone, filters });

	expect(answer.totals).toEqual(countTotals(zone, filters, range));
	expect(sumOf(answer)).toMatchObject(additiveOf(answer.totals));
	expectSeries(answer, zone, filters);
	expect(rowsOf(answer)).toEqual(countRows(zone, filters, range));
	expect(answer.comparison?.totals).toEqual(
		countTotals(zone, filters, { from: "2025-10-05", to: "2025-10-28" }),
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
	const range = { from: "2025-10-28", to: "2025-11-20" };
	const views = FILTERS.map((filters) => countTotals("UTC", filters, range).views);

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
		countTotals("Asia/Kolkata", [], { from: "2025-10-20", to: "2026-05-01" }),
	);
});

test.each([
	["timezone=Mars/Olympus", 'timezone must be a time zone .*: current value is "Mars/Olympus"'],
	["sort=size", 'sort must be one of views, visitors, sessions: current value is "size"'],
	["filter=shoe:is:42", "filter must be \\{dimension\\}:.*"],
	["filter=page:like:x", "filter must be .*"],
	["filter=page:is:/&breakdown=event", 'breakdown must not be "event" with a filter'],
	[`${"filter=page:is:/&".repeat(21)}limit=1`, "filter must be .*, 20 times at most: .*"],
])("%s is refused with a sentence", async (query, sentence) => {
	const { get } = startAnalytics();

	const response = await get(`/api/v1/stats?${query}`);

	expect(response.statusCode).toBe(400);
	expect(response.json().problems).toEqual([expect.stringMatching(new RegExp(`^${sentence}$`))]);
});

interface Question {
	readonly from: string;
	readonly to: string;
	readonly timezone: string;
	readonly interval?: string;
	readonly sort?: string;
	readonly limit?: string;
	readonly filters?: readonly Filter[];
}

async function ask({ filters = [], ...rest }: Question): Promise<StatsAnswer> {
	const { get } = startAnalytics({ storePath, now: Date.UTC(2026, 4, 1) });
	const breakdown = ["page", "entry_page", "exit_page", "status", ...VISIT_TRAITS].join(",");
	const query = new URLSearchParams({ limit: "1000", ...rest, breakdown });
	for (const { dimension, operator, value } of filters) {
		query.append("filter", `${dimension}:${operator}:${value}`);
	}
	const response = await get(`/api/v1/stats?${query}`);
	expect(response.statusCode).toBe(200);
	return response.json();
}

function expectSeries({ series }: StatsAnswer, zone: Zone, filters: readonly Filter[]): void {
	// Each takes as long to count in SQL as all of them; together they were compared above.
	const stride = Math.ceil(series.length / comparedPoints);
	for (let index = 0; index < series.length - 1; index += stride) {
		const [point, next] = [series[index], series[index + 1]];
		if (point === undefined || next === undefined) continue;
		const { start, ...figures } = point;
		const range = `ts >= ${Date.parse(start)} AND ts < ${Date.parse(next.start)}`;
		expect({ start, ...figures }).toEqual({ start, ...countWhere(zone, filters, range) });
	}
}

interface Dates {
	readonly from: string;
	readonly to: string;
}

function countTotals(zone: Zone, filters: readonly Filter[], dates: Dates): Figures {
	return countWhere(zone, filters, inDates(zone, dates));
}

/** @returns A condition on `ts`, by what the calendar of the place says. */
function inDates(zone: Zone, { from, to }: Dates): string {
	const local = `date((ts + ${OFFSETS[zone]}) / 1000, 'unixepoch')`;
	return `${local} >= '${from}' AND ${local} < '${to}'`;
}

function countWhere(_zone: Zone, filters: readonly Filter[], range: string): Figures {
	const row = counted
		.prepare(`
			${keptOf(filters)}
			SELECT
				(SELECT count(*) FROM kept_views WHERE ${range}) AS views,
				(SELECT count(*) FROM first_seen WHERE ${range}) AS visitors,
				count(*) AS sessions, coalesce(sum(views <= 1), 0) AS bounces,
				coalesce(sum(duration), 0) AS duration
			FROM (SELECT *, started AS ts FROM kept_sessions) WHERE ${range}
		`)
		.get();
	return figuresOf(row ?? {});
}

function figuresOf(row: Record<string, unknown>): Figures {
	const sessions = Number(row["sessions"]);
	const [bounces, duration] = [Number(row["bounces"]), Number(row["duration"])];
	return {
		views: Number(row["views"]),
		visitors: Number(row["visitors"]),
		sessions,
		bounces,
		bounce_rate: sessions === 0 ? null : bounces / sessions,
		duration_ms: duration,
		average_duration_ms: sessions === 0 ? null : duration / sessions,
	};
}

/** Views and sessions that pass, and when each visitor of a day was first seen among them. */
function keptOf(filters: readonly Filter[]): string {
	const condition = (dimensions: readonly string[]): string =>
		["1"]
			.concat(
				[...new Set(filters.map(({ dimension }) => dimension))]
					.filter((dimension) => dimensions.includes(dimension))
					.map((dimension) => conditionOf(dimension, filters)),
			)
			.join(" AND ");
	const ofView = condition(["page", "status"]);
	const ofSession = condition(["entry_page", "exit_page", "campaign", ...VISIT_TRAITS]);
	const byView = ofView !== "1";
	return `
		WITH kept_views AS (
			SELECT e.ts, e.arrival, e.visitor, e.number, e.page, e.status FROM numbered e
			WHERE is_view AND ${ofView} AND EXISTS (
				SELECT 1 FROM sessions s WHERE s.visitor = e.visitor AND s.number = e.number AND ${ofSession}
			)
		), kept_sessions AS (
			SELECT * FROM sessions s WHERE ${ofSession} ${byView ? "AND EXISTS (SELECT 1 FROM kept_views v WHERE v.visitor = s.visitor AND v.number = s.number)" : ""}
		), first_seen AS (
			SELECT visitor, min(ts) AS ts FROM ${byView ? "kept_views" : "(SELECT visitor, started AS ts FROM kept_sessions)"} GROUP BY visitor
		)
	`;
}

function conditionOf(dimension: string, filters: readonly Filter[]): string {
	const column = dimension === "campaign" ? "utm_campaign" : dimension;
	const mine = filters.filter((filter) => filter.dimension === dimension);
	const test = ({ value }: Filter) =>
		value === "" ? `${column} IS NULL` : `${column} IS '${value.replaceAll("'", "''")}'`;
	const wanted = mine.filter(({ operator }) => operator === "is").map(test);
	const unwanted = mine.filter(({ operator }) => operator === "is_not").map(test);
	const any = wanted.length === 0 ? "1" : `(${wanted.join(" OR ")})`;
	return [any, ...unwanted.map((text) => `NOT (${text})`)].join(" AND ");
}

type Rows = Readonly<Record<string, Readonly<Record<string, object>>>>;

function rowsOf({ breakdowns }: StatsAnswer): Rows {
	return Object.fromEntries(
		Object.entries(breakdowns).map(([name, rows]) => [
			name,
			Object.fromEntries(rows.map(({ value, ...figures }) => [value, additiveOf(figures)])),
		]),
	);
}

/** What each row of each breakdown should be, one SQL statement each. */
function countRows(zone: Zone, filters: readonly Filter[], dates: Dates): Rows {
	const range = inDates(zone, dates);
	const byView = filters.some(({ dimension }) => ["page", "status"].includes(dimension));
	const kept = keptOf(filters);
	const sessions = `(SELECT *, started AS ts FROM kept_sessions)`;
	const views = (column: string) =>
		tally(
			"views",
			`${kept} SELECT ${column} AS value, count(*) AS n FROM kept_views WHERE ${range} GROUP BY 1`,
		);
	const entered = (column: string) =>
		sessionTallies(
			`${kept} SELECT ${column} AS value, count(*) AS sessions, sum(views <= 1) AS bounces, sum(duration) AS duration_ms FROM ${sessions} WHERE ${range} GROUP BY 1`,
		);
	const page = merge(
		views("page"),
		tally(
			"visitors",
			`${kept} SELECT value, count(*) AS n FROM (SELECT page AS value, min(ts) AS ts FROM kept_views GROUP BY visitor, page) WHERE ${range} GROUP BY 1`,
		),
		entered("entry_page"),
	);
	const rows: Record<string, Tallies> = {
		page,
		entry_page: pick(page, ({ sessions: count }) => count > 0),
		exit_page: tally(
			"sessions",
			`${kept} SELECT exit_page AS value, count(*) AS n FROM ${sessions} WHERE ${range} GROUP BY 1`,
		),
		status: views("status"),
	};
	for (const trait of VISIT_TRAITS) {
		const seen = byView
			? `SELECT s.${trait} AS value, min(v.ts) AS ts FROM kept_views v JOIN sessions s USING (visitor, number) GROUP BY v.visitor, s.${trait}`
			: `SELECT ${trait} AS value, min(started) AS ts FROM kept_sessions GROUP BY visitor, ${trait}`;
		rows[trait] = merge(
			tally(
				"views",
				`${kept} SELECT s.${trait} AS value, count(*) AS n FROM kept_views v JOIN sessions s USING (visitor, number) WHERE ${range.replaceAll("ts", "v.ts")} GROUP BY 1`,
			),
			tally(
				"visitors",
				`${kept} SELECT value, count(*) AS n FROM (${seen}) WHERE ${range} GROUP BY 1`,
			),
			entered(trait),
		);
	}
	return Object.fromEntries(
		Object.entries(rows).map(([name, tallies]) => [name, Object.fromEntries(tallies)]),
	);
}

type Additive = Pick<Figures, "views" | "visitors" | "sessions" | "bounces" | "duration_ms">;
type Tallies = ReadonlyMap<string, Additive>;

const ZERO: Additive = { views: 0, visitors: 0, sessions: 0, bounces: 0, duration_ms: 0 };

function tally(field: keyof Additive, sql: string): Tallies {
	const rows = counted
		.prepare(sql)
		.all()
		.filter(({ value }) => value !== null);
	return new Map(rows.map(({ value, n }) => [String(value), { ...ZERO, [field]: Number(n) }]));
}

function sessionTallies(sql: string): Tallies {
	const rows = counted
		.prepare(sql)
		.all()
		.filter(({ value }) => value !== null);
	return new Map(
		rows.map(({ value, ...figures }) => [
			String(value),
			{ ...ZERO, ...(figures as Partial<Additive>) },
		]),
	);
}

function merge(...parts: readonly Tallies[]): Tallies {
	const merged = new Map<string, Additive>();
	for (const [value, figures] of parts.flatMap((part) => [...part])) {
		merged.set(value, addTo(merged.get(value) ?? ZERO, figures));
	}
	return merged;
}

function pick(tallies: Tallies, isWanted: (figures: Additive) => boolean): Tallies {
	return new Map([...tallies].filter(([, figures]) => isWanted(figures)));
}

function addTo(left: Additive, right: Additive): Additive {
	return {
		views: left.views + right.views,
		visitors: left.visitors + right.visitors,
		sessions: left.sessions + right.sessions,
		bounces: left.bounces + right.bounces,
		duration_ms: left.duration_ms + right.duration_ms,
	};
}

function additiveOf({ views, visitors, sessions, bounces, duration_ms }: Figures): Additive {
	return { views, visitors, sessions, bounces, duration_ms };
}

function sumOf({ series }: StatsAnswer): Additive {
	return series.map(additiveOf).reduce(addTo, ZERO);
}
