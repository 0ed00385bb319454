/**
 * Writes a year of page views, then asks the service, by HTTP, for overviews and funnels of 30 days
 * and of the year while 500 page views a second come in, as posthog-js sends them. With `client`, visitors
 * are told apart by the ids of clients, and questions are about people.
 *
 *     node bench/year.ts [page views, 10,000,000 unless told] [folder to keep the file in] [client]
 *
 * A file that the folder has already is measured as it is.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DAY_MS, dayOf } from "../src/analytics/store/totals/roll-up.ts";
import type { BucketRange } from "../src/analytics/store/totals/roll-up-reader.ts";
import { PROJECT_KEY, pageViewBody } from "./ingest/bodies.ts";
import { type ServerProcess, startServer } from "./ingest/server-process.ts";
import { median } from "./median.ts";
import { writeYear } from "./year/write-year.ts";

const VIEWS = Number(process.argv[2] ?? 10_000_000);
const DAYS = 365;
const TODAY = dayOf(Date.now());

const OVERVIEW_BREAKDOWNS =
	"page,entry_page,exit_page,referrer,utm_source,campaign,browser,os,device,language,status";
/** Of answers that take long. */
const SOME = 40;
const IN_NEW_YORK = "&timezone=America/New_York";
const OF_A_PAGE = "&filter=page:is:/guide/page-7";
const OF_A_COUNTRY = "&filter=country:is:C5";
const OF_PHONES = "&filter=device:is:Mobile";
const API_KEY = "bench-personal-api-key";
const AUTHORIZED = { authorization: `Bearer ${API_KEY}` };
const OVERVIEWS = 100;
const EVENTS_PER_SECOND = 500;
const TICK_MS = 10;
const PAUSE_MS = 100;

const keptFolder = process.argv[3];
const isByClient = process.argv[4] === "client";
const folder = keptFolder ?? mkdtempSync(join(tmpdir(), "bench-year-"));
const path = join(folder, "analytics", "events.sqlite");
if (!existsSync(path)) write();
const service = await startServer("src/analytics/main.ts", {
	env: (port) => ({
		ANALYTICS_PORT: String(port),
		ANALYTICS_API_KEY: API_KEY,
		DATA_DIR: folder,
		POSTHOG_KEY: PROJECT_KEY,
		...(isByClient ? { ANALYTICS_VISITORS: "client" } : {}),
		LOG_LEVEL: "error",
	}),
});
const month = { from: TODAY - 30, to: TODAY };
const year = { from: TODAY - DAYS, to: TODAY };
try {
	await (isByClient ? measurePeople() : measureVisitors());
	console.log(`file: ${(statSync(path).size / 1e9).toFixed(2)} GB`);
	console.log(
		`memory: ${service.memoryMb().toFixed(0)} MB, at most ${service.peakMemoryMb().toFixed(0)} MB`,
	);
} finally {
	await service.stop();
	if (keptFolder === undefined) rmSync(folder, { recursive: true });
}

async function measureVisitors(): Promise<void> {
	await measure(service, { name: "overview of 30 days", range: month });
	await measure(service, { name: "overview of a year", range: year });
	await measure(service, {
		name: "overview of 30 days in New York",
		range: month,
		more: IN_NEW_YORK,
	});
	await measure(service, {
		name: "overview of a year in New York",
		range: year,
		more: IN_NEW_YORK,
	});
	for (const [what, more] of [
		["a page", OF_A_PAGE],
		["a country", OF_A_COUNTRY],
		["phones", OF_PHONES],
		["phones in New York", OF_PHONES + IN_NEW_YORK],
	] as const) {
		await measure(service, {
			name: `overview of 30 days of ${what}`,
			range: month,
			more,
			times: SOME,
		});
	}
	await measure(service, {
		name: "a funnel of 30 days",
		range: month,
		ask: asking({ kind: "funnel", steps: stepsOf(5) }),
		times: SOME,
	});
	await measure(service, {
		name: "a funnel of a year",
		range: year,
		ask: asking({ kind: "funnel", steps: stepsOf(5) }),
		times: 3,
	});
	await measure(service, {
		name: "overview of a year of a page",
		range: year,
		more: OF_A_PAGE,
		times: 3,
	});
	await measure(service, {
		name: "overview of a year of phones",
		range: year,
		more: OF_PHONES,
		times: 3,
	});
}

async function measurePeople(): Promise<void> {
	const visitors = { kind: "trend", measure: { of: "visitors" } };
	const condition = { dimension: "device", operator: "is_not", values: ["Mobile"] };
	const funnel = { kind: "funnel", steps: stepsOf(3) };
	for (const [name, range, question, times] of [
		["the default question of Explore", month, visitors, SOME],
		[
			"people of 30 days with a filter",
			month,
			{ ...visitors, filters: { conditions: [condition] } },
			SOME,
		],
		["a funnel of three steps over 30 days", month, funnel, SOME],
		["a funnel of three steps over a year", year, funnel, 3],
		["retention of 12 weeks", { from: TODAY - 84, to: TODAY }, { kind: "retention" }, SOME],
	] as const) {
		await measure(service, { name, range, ask: asking(question), times });
	}
	for (const [name, range, times] of [
		["30 days", month, 10],
		["a year", year, 3],
	] as const) {
		await measure(service, { name: `overview of ${name}`, range, times });
	}
}

function write(): void {
	mkdirSync(join(folder, "analytics"), { recursive: true });
	const rate = writeYear(path, VIEWS, { from: TODAY - DAYS, to: TODAY });
	// A year's events are not written in a minute: no commit is to wait until the disk has taken them.
	spawnSync("sync");
	const bytes = statSync(path).size / VIEWS;
	console.log(`${VIEWS} page views of ${bytes.toFixed(0)} bytes written, ${rate.toFixed(0)}/s`);
}

interface Measurement {
	readonly name: string;
	readonly range: BucketRange;
	/** Further parameters of the query. */
	readonly more?: string;
	readonly times?: number;
	/** An overview unless told. */
	readonly ask?: (port: number, from: string, to: string) => Promise<Response>;
}

async function measure(service: ServerProcess, measurement: Measurement): Promise<void> {
	const { name, times: overviews = OVERVIEWS } = measurement;
	const ingest = startIngest(service);
	const times: number[] = [];
	const processorTimes: number[] = [];
	for (let count = 0; count < overviews; count += 1) {
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 * Math.random()));
		const before = service.processorMs();
		times.push(await timeOf(service, measurement));
		processorTimes.push(service.processorMs() - before);
	}
	const { accepted, refused, p99 } = await ingest.stop();
	const sorted = times.toSorted((a, b) => a - b);
	const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
	const processorTime = median(processorTimes).toFixed(0);
	console.log(
		`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${processorTime} ms of processor time with ingest, at ${accepted.toFixed(0)} events/s (p99 ${p99.toFixed(1)} ms), ${refused} refused`,
	);
}

async function timeOf(
	{ port }: ServerProcess,
	{ range, more = "", ask }: Measurement,
): Promise<number> {
	const [from, to] = [isoDay(range.from), isoDay(range.to)];
	const query = `from=${from}&to=${to}&breakdown=${OVERVIEW_BREAKDOWNS}&limit=10${more}`;
	const start = performance.now();
	const response = await (ask?.(port, from, to) ??
		fetch(`http://127.0.0.1:${port}/api/v1/stats?${query}`, { headers: AUTHORIZED }));
	const answer = await response.text();
	if (!response.ok) throw new Error(`The question was answered ${response.status}: ${answer}`);
	return performance.now() - start;
}

/** Each takes a part of all pages. */
function stepsOf(count: number) {
	return Array.from({ length: count }, (_, index) => ({
		conditions: [{ dimension: "page", operator: "matches", values: [`/guide/page-${index + 1}*`] }],
	}));
}

function asking(question: object): NonNullable<Measurement["ask"]> {
	return (port, from, to) =>
		fetch(`http://127.0.0.1:${port}/api/v1/query`, {
			method: "POST",
			headers: { ...AUTHORIZED, "content-type": "application/json" },
			body: JSON.stringify({ ...question, from, to }),
		});
}

function isoDay(day: number): string {
	return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Sends at a steady rate, answered or not, as visitors do. */
function startIngest({ port }: ServerProcess) {
	const start = performance.now();
	const underWay: Promise<number | undefined>[] = [];
	const timer = setInterval(() => {
		const due = ((performance.now() - start) * EVENTS_PER_SECOND) / 1_000;
		while (underWay.length < due) {
			// A connection that is reset has delivered nothing: it counts as refused.
			underWay.push(sendOne(port, underWay.length).catch(() => undefined));
		}
	}, TICK_MS);
	return {
		/** @returns Events a second that were acknowledged, how long 99 % took at most, and how many were not. */
		stop: async () => {
			clearInterval(timer);
			const seconds = (performance.now() - start) / 1_000;
			const results = await Promise.all(underWay);
			const times = results.filter((ms) => ms !== undefined).toSorted((a, b) => a - b);
			return {
				accepted: times.length / seconds,
				refused: results.length - times.length,
				p99: times[Math.floor(times.length * 0.99)] ?? 0,
			};
		},
	};
}

/** @returns How long it took, in milliseconds; nothing where it was refused. */
async function sendOne(port: number, index: number): Promise<number | undefined> {
	const start = performance.now();
	const response = await fetch(`http://127.0.0.1:${port}/e/`, {
		method: "POST",
		headers: {
			"user-agent": `Mozilla/5.0 (X11; Linux x86_64) Chrome/${100 + (index % 57)}.0.0.0`,
			"x-forwarded-for": `10.0.${(index >> 8) % 256}.${index % 256}`,
		},
		body: pageViewBody(index),
	});
	await response.arrayBuffer();
	return response.ok ? performance.now() - start : undefined;
}
