/**
 * Writes a year of page views, then asks the API for overviews of 30 days and of the year
 * while 500 events a second come in.
 *
 *     node test/bench/year.ts [page views, 10,000,000 unless told]
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { uuidV7 } from "../../src/analytics/ingest/uuid-v7.ts";
import { queryApi } from "../../src/analytics/query/query-api.ts";
import type { AnalyticsStore } from "../../src/analytics/store/analytics-store.ts";
import type { NewEvent } from "../../src/analytics/store/new-event.ts";
import { openStore } from "../../src/analytics/store/open-store.ts";
import { DAY_MS, dayOf } from "../../src/analytics/store/roll-up.ts";
import type { DayRange } from "../../src/analytics/store/roll-up-reader.ts";

const VIEWS = Number(process.argv[2] ?? 10_000_000);
const DAYS = 365;
const FIRST_DAY = dayOf(Date.UTC(2025, 10, 20));
const VIEWS_PER_SESSION = 3;
const BATCH_SIZE = 3_000;

const OVERVIEW_BREAKDOWNS =
	"page,entry_page,exit_page,referrer,utm_source,campaign,browser,os,device,language,status";
const OVERVIEWS = 100;
const GROUP_INTERVAL_MS = 10;
const EVENTS_PER_SECOND = 500;
const PAUSE_MS = 100;

const folder = mkdtempSync(join(tmpdir(), "bench-year-"));
const path = join(folder, "events.sqlite");
const store = openStore(path, FIRST_DAY * DAY_MS);
const service = Fastify();
service.register(queryApi, {
	store,
	projectKey: "phc_bench",
	keptQueryParameters: [],
	now: Date.now,
	randomBytes,
	isSignedIn: () => true,
});
try {
	writeYear();
	await measure("30 days", { from: FIRST_DAY + DAYS - 30, to: FIRST_DAY + DAYS });
	await measure("a year", { from: FIRST_DAY, to: FIRST_DAY + DAYS });
	const bytes = statSync(path).size;
	console.log(
		`file: ${(bytes / 1e9).toFixed(2)} GB, ${(bytes / VIEWS).toFixed(0)} bytes a page view`,
	);
	console.log(`memory: ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`);
} finally {
	store.close();
	rmSync(folder, { recursive: true });
}

function writeYear(): void {
	const start = performance.now();
	const viewsPerDay = Math.ceil(VIEWS / DAYS);
	for (let day = FIRST_DAY; day < FIRST_DAY + DAYS; day += 1) {
		for (let written = 0; written < viewsPerDay; written += BATCH_SIZE) {
			const share = written / viewsPerDay;
			store.writeBatch(
				sessionsAt((day + share * 0.99) * DAY_MS, Math.min(BATCH_SIZE, viewsPerDay - written)),
			);
		}
		store.maintain({ retentionDays: 400, maxFileBytes: 1e12 }, day * DAY_MS);
	}
	const seconds = (performance.now() - start) / 1_000;
	console.log(
		`${store.events.count()} page views written, ${(VIEWS / seconds).toFixed(0)} a second`,
	);
}

async function measure(name: string, range: DayRange): Promise<void> {
	const ingest = startIngest(store);
	const times: number[] = [];
	for (let count = 0; count < OVERVIEWS; count += 1) {
		times.push(await timeOfOverview(range));
	}
	const written = ingest.stop();
	const sorted = times.toSorted((a, b) => a - b);
	const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
	console.log(
		`overview of ${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, at ${written.toFixed(0)} events/s`,
	);
}

/** As long as a request for it would take: its turn in the event loop included. */
async function timeOfOverview(range: DayRange): Promise<number> {
	await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 * Math.random()));
	const start = performance.now();
	await new Promise((resolve) => setImmediate(resolve));
	const [from, to] = [isoDay(range.from), isoDay(range.to)];
	await service.inject(
		`/api/v1/stats?from=${from}&to=${to}&breakdown=${OVERVIEW_BREAKDOWNS}&limit=10`,
	);
	return performance.now() - start;
}

function isoDay(day: number): string {
	return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function startIngest({ writeBatch }: AnalyticsStore) {
	const start = performance.now();
	let written = 0;
	const timer = setInterval(() => {
		// Visitors do not wait while an overview is read: what came meanwhile is written after it.
		const due = Math.floor(((performance.now() - start) * EVENTS_PER_SECOND) / 1_000) - written;
		writeBatch(sessionsAt((FIRST_DAY + DAYS - 1) * DAY_MS + written, due));
		written += due;
	}, GROUP_INTERVAL_MS);
	return {
		/** @returns Events a second. */
		stop: (): number => {
			clearInterval(timer);
			return (written * 1_000) / (performance.now() - start);
		},
	};
}

function sessionsAt(timestamp: number, count: number): NewEvent[] {
	let visitor = randomBytes(16);
	return Array.from({ length: count }, (_, index) => {
		if (index % VIEWS_PER_SESSION === 0) visitor = randomBytes(16);
		return pageViewAt(Math.floor(timestamp), visitor);
	});
}

function pageViewAt(timestamp: number, visitor: Uint8Array): NewEvent {
	const page = `/guide/page-${skewed(1_000)}`;
	return {
		uuid: uuidV7(timestamp, randomBytes(10)),
		event: "$pageview",
		distinctId: uuidV7(timestamp, randomBytes(10)),
		timestamp,
		receivedAt: timestamp,
		properties: {
			$current_url: `https://docs.example.org${page}`,
			$pathname: page,
			title: `A page | Example`,
			$session_id: uuidV7(timestamp, randomBytes(10)),
			$window_id: uuidV7(timestamp, randomBytes(10)),
			$insert_id: randomBytes(8).toString("hex"),
			$time: timestamp / 1_000,
			$viewport_width: 1_000 + skewed(400),
			$lib: "web",
			$lib_version: "1.215.1",
			$process_person_profile: false,
		},
		personChange: undefined,
		person: undefined,
		groups: [],
		bot: undefined,
		visit: {
			visitor,
			isView: true,
			page,
			status: skewed(50) === 49 ? "404" : "200",
			traits: {
				referrer: `site-${skewed(300)}.example`,
				utm_source: skewed(10) > 7 ? `source-${skewed(20)}` : undefined,
				utm_campaign: skewed(10) > 7 ? `campaign-${skewed(60)}` : undefined,
				browser: `Browser ${skewed(12)}`,
				os: `System ${skewed(7)}`,
				device: skewed(3) === 0 ? "Desktop" : "Mobile",
				language: `l-${skewed(40)}`,
			},
		},
	};
}

/** Small numbers are likelier, as pages and referrers are. */
function skewed(count: number): number {
	return Math.floor(count * Math.random() ** 2);
}
