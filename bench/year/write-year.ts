import { randomBytes } from "node:crypto";
import { uuidV7 } from "../../src/analytics/ingest/uuid-v7.ts";
import type { NewEvent } from "../../src/analytics/store/events/new-event.ts";
import { openStore } from "../../src/analytics/store/open-store.ts";
import { DAY_MS } from "../../src/analytics/store/visits/roll-up.ts";
import type { DayRange } from "../../src/analytics/store/visits/roll-up-reader.ts";

const VIEWS_PER_SESSION = 3;
const BATCH_SIZE = 3_000;

/**
 * Writes page views, evenly over the days, into a store of their own, the way the service would.
 *
 * @returns Page views a second.
 */
export function writeYear(path: string, views: number, { from, to }: DayRange): number {
	const store = openStore(path, from * DAY_MS);
	const start = performance.now();
	const viewsPerDay = Math.ceil(views / (to - from));
	for (let day = from; day < to; day += 1) {
		for (let written = 0; written < viewsPerDay; written += BATCH_SIZE) {
			const share = written / viewsPerDay;
			store.writeBatch(
				sessionsAt((day + share * 0.99) * DAY_MS, Math.min(BATCH_SIZE, viewsPerDay - written)),
			);
		}
		store.maintain({ retentionDays: 400, maxFileBytes: 1e12 }, day * DAY_MS);
	}
	store.close();
	return (views * 1_000) / (performance.now() - start);
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
