/**
 * Generates a year of events inside ClickHouse, and times the questions of the dashboard on it.
 *
 *     CLICKHOUSE_URL=http://default@127.0.0.1:8123/bench EVENTS=50000000 node bench/clickhouse.ts
 */

import { isRefused } from "../src/analytics/api/refused.ts";
import { resolveLocalRange } from "../src/analytics/query/figures/local-range.ts";
import {
	answerFromClickHouse,
	type ClickHouseEngineOptions,
} from "../src/analytics/query/questions/clickhouse-engine.ts";
import { readClickHouseAddress } from "../src/analytics/store/clickhouse/clickhouse-address.ts";
import { connectClickHouse } from "../src/analytics/store/clickhouse/connect.ts";
import { type QuestionInput, questionSchema } from "../src/analytics/wire/dashboard/question.ts";

const EVENTS = Number(process.env["EVENTS"] ?? 50_000_000);
const ROUNDS = Number(process.env["ROUNDS"] ?? 10);
const BLOCK = 1_000_000;
const NOW = Date.UTC(2026, 0, 1) - 1;
const YEAR = { from: "2025-01-01", to: "2026-01-01" };

const clickHouse = await connectClickHouse(
	readClickHouseAddress(process.env["CLICKHOUSE_URL"] ?? "http://default@127.0.0.1:8123/bench", {}),
);
const { database } = clickHouse.address;
await clickHouse.prepare();
const [known] = await clickHouse.rows<{ readonly count: number }>(
	`SELECT count() AS count FROM ${database}.events`,
);
for (let first = known?.count ?? 0; first < EVENTS; first += BLOCK) {
	await clickHouse.command(generated(first, Math.min(BLOCK, EVENTS - first)));
}
const [size] = await clickHouse.rows<{ readonly bytes: number; readonly rows: number }>(
	`SELECT sum(bytes_on_disk) AS bytes, sum(rows) AS rows FROM system.parts
	WHERE database = '${database}' AND table = 'events' AND active`,
);
console.log(
	`${size?.rows} events, ${((size?.bytes ?? 0) / (size?.rows ?? 1)).toFixed(0)} bytes each`,
);

const engine: ClickHouseEngineOptions = {
	clickHouse,
	readFacts: async ({ question, now }) => {
		const { from, to, timezone } = question;
		const interval = "interval" in question ? question.interval : "month";
		const ranges = resolveLocalRange({ from, to, timezone, interval, now }, 0);
		if (isRefused(ranges)) return ranges;
		return {
			range: ranges.range,
			before: undefined,
			counting: { by: "network", warning: null },
			unit: "visitor-days",
			// No totals: in the service, they answer the first three questions in a few milliseconds.
			totals: { range: undefined, before: undefined },
			totalsOnly: null,
		};
	},
};

const browser = { conditions: [{ dimension: "browser" as const, values: ["Firefox"] }] };
const QUESTIONS: Readonly<Record<string, QuestionInput>> = {
	"views of a year": { kind: "trend", measure: { of: "views" }, ...YEAR },
	"visitors of a year": { kind: "trend", measure: { of: "visitors" }, ...YEAR },
	"sessions of a year": { kind: "trend", measure: { of: "sessions" }, ...YEAR },
	"pages of a year": {
		...{ kind: "trend", measure: { of: "views" }, breakdowns: [{ dimension: "page" }] },
		...YEAR,
	},
	"views by a page": {
		...{ kind: "trend", measure: { of: "views" }, ...YEAR },
		filters: { conditions: [{ dimension: "page", values: ["/page-7"] }] },
	},
	"visitors by a browser": {
		kind: "trend",
		measure: { of: "visitors" },
		filters: browser,
		...YEAR,
	},
	"events by a property": {
		...{ kind: "trend", measure: { of: "events" }, breakdowns: [{ property: "plan" }] },
		...YEAR,
	},
	"funnel of five steps": {
		...{ kind: "funnel", ...YEAR },
		steps: [1, 2, 3, 4]
			.map((page) => ({
				conditions: [
					{ dimension: "page" as const, operator: "matches" as const, values: [`/page-${page}*`] },
				],
			}))
			.concat([{ event: "signup" } as never]),
	},
	"paths around a page of a month": {
		...{ kind: "paths", from: "2025-06-01", to: "2025-07-01" },
		anchor: { conditions: [{ dimension: "page", values: ["/page-7"] }] },
	},
};

for (const [name, question] of Object.entries(QUESTIONS)) {
	await time(name, () =>
		answerFromClickHouse(
			{
				question: questionSchema.parse(question),
				goals: {},
				now: NOW,
				countVisitorsBy: "network",
			},
			engine,
		),
	);
}
for (const condition of [
	{ dimension: "page", operator: "is", values: ["/page-7"] },
	{ dimension: "browser", operator: "is", values: ["Firefox"] },
] as const) {
	await time(`overview with ${condition.dimension} ${condition.values}`, () =>
		answerFromClickHouse(
			{
				question: {
					...{ kind: "stats", ...YEAR, timezone: "UTC", limit: 10, compare: "none" },
					filters: { match: "all", conditions: [condition] },
					breakdowns: ["page", "referrer", "browser", "os", "country"],
				},
				...{ goals: {}, now: NOW, countVisitorsBy: "network" },
			},
			engine,
		),
	);
}
await clickHouse.close();

async function time(name: string, ask: () => unknown): Promise<void> {
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const start = performance.now();
		const answer = await ask();
		if (isRefused(answer)) throw new Error(answer.problems.join());
		times.push(performance.now() - start);
	}
	const sorted = times.toSorted((a, b) => a - b);
	const [median, p95] = [0.5, 0.95].map((part) => sorted[Math.ceil(part * sorted.length) - 1] ?? 0);
	console.log(`${name}: ${median?.toFixed(0)} ms, p95 ${p95?.toFixed(0)} ms`);
}

/** Statement that inserts events: six for each visitor of a day, mostly in one session. */
function generated(first: number, count: number): string {
	return `INSERT INTO ${database}.events (
			source, number, uuid, day, visitor, at, received_at, event, distinct_id, bot, page, status,
			session, started, entry_page, referrer, browser, os, device, language, properties, body, person_change
		)
		SELECT 'bench', n, generateUUIDv4(n), toDate('2025-01-01') + of_day,
			intDiv(n, 6) * 2 + 1, at, at, if(is_view, '$pageview', name), toString(person), '',
			if(is_view, page, NULL), '200', intDiv(n, 6) * 2 + 1 + comes_back, at - steps * 240000, entry_page, referrer, browser, os, device, 'en',
			CAST(body AS JSON), body, ''
		FROM (
			SELECT number + ${first} AS n, sipHash64(intDiv(n, 6)) AS person, sipHash64(n, 1) AS luck,
				intDiv(intDiv(n, 6) * 6 * 365, ${EVENTS}) AS of_day,
				toInt64(1735689600000) + of_day * 86400000 + (person % 80000) * 1000 + (n % 6) * 240000
					+ if(comes_back, 2400000, 0) AS at,
				n % 6 > 3 AND person % 5 = 0 AS comes_back, if(comes_back, n % 6 - 4, n % 6) AS steps,
				luck % 10 < 8 AS is_view, ['signup', 'download', 'purchase', 'outbound'][1 + luck % 4] AS name,
				concat('/page-', toString(toUInt32(pow((luck % 1000) / 1000., 3) * 400))) AS page,
				concat('/page-', toString(person % 400)) AS entry_page,
				['$direct', 'search.example', 'news.example', 'mail.example'][1 + person % 4] AS referrer,
				['Chrome', 'Chrome', 'Safari', 'Firefox'][1 + person % 7 % 4] AS browser,
				['Windows', 'macOS', 'Linux', 'iOS'][1 + person % 4] AS os,
				['desktop', 'mobile'][1 + person % 2] AS device,
				concat('{"plan":"', ['team', 'solo', 'free'][1 + luck % 3], '","$current_url":"https://site.example', page,
					'","$session_id":"', hex(person), '","amount":"', toString(luck % 100), '"}') AS body
			FROM numbers(${count})
		)`;
}
