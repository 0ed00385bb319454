import { randomBytes, randomInt } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { uuidV7 } from "../../src/analytics/ingest/uuid-v7.ts";
import { openStore } from "../../src/analytics/store/analytics-store.ts";
import type { NewEvent, VisitTraits } from "../../src/analytics/store/new-event.ts";
import { DAY_MS } from "../../src/analytics/store/totals/roll-up.ts";
import type { BucketRange } from "../../src/analytics/store/totals/roll-up-reader.ts";

const VIEWS_PER_SESSION = 3;
const BATCH_SIZE = 3_000;
/** Maximum pause between views of a session; the last session of a day ends before the day. */
const MAX_PAUSE_MS = 240_000;
/** Number of parts of the year, which differ only in their days. */
const COPIES = 12;

/**
 * Writes page views, evenly over the days, into a new store. Writes a part of them like the
 * service, and copies these rows to later days.
 */
export function writeYear(path: string, views: number, { from, to }: BucketRange): void {
	const store = openStore(path, from * DAY_MS);
	const viewsPerDay = Math.ceil(views / (to - from));
	const days = Math.ceil((to - from) / COPIES);
	for (let day = from; day < from + days; day += 1) {
		for (let written = 0; written < viewsPerDay; written += BATCH_SIZE) {
			const count = Math.min(BATCH_SIZE, viewsPerDay - written);
			const [start, end] = [written, written + count].map(
				(views) => (day + (views / viewsPerDay) * 0.99) * DAY_MS,
			);
			store.writeBatch(sessionsBetween(start ?? 0, end ?? 0, count));
		}
		store.maintain({ retentionDays: 400, maxFileBytes: 1e12 }, day * DAY_MS);
	}
	store.close();
	for (let copy = 1; copy < COPIES; copy += 1) {
		copyDays(path, { first: from, days, later: copy * days, end: to });
	}
}

interface CopiedDays {
	/** Days since the Unix epoch. */
	readonly first: number;
	readonly days: number;
	/** Offset of the copy in days. */
	readonly later: number;
	/** First day without copies. */
	readonly end: number;
}

function copyDays(path: string, { first, days, later, end }: CopiedDays): void {
	const database = new DatabaseSync(path);
	// An aborted bench starts again, so durability is not needed.
	database.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -262144");
	const last = Number(database.prepare("SELECT max(id) AS id FROM events").get()?.["id"]);
	const ms = later * DAY_MS;
	const movedUuid = `CAST(unhex(printf('%012x', timestamp + ${ms})) || substr(uuid, 7) AS BLOB)`;
	for (let day = first; day < Math.min(first + days, end - later); day += 1) {
		const range = `BETWEEN ${day * DAY_MS} AND ${(day + 1) * DAY_MS - 1}`;
		database.exec(`
			BEGIN;
			INSERT INTO events (id, uuid, timestamp, received_at, name, distinct_id, session, visitor,
				traits, bot, page, status, person_change, own_name, properties)
				SELECT id + ${last}, ${movedUuid}, timestamp + ${ms}, received_at + ${ms}, name,
				distinct_id, session, visitor, traits, bot, page, status, person_change, own_name, properties
				FROM events WHERE timestamp ${range} ORDER BY timestamp, id;
			INSERT INTO day_stamps (day, stamp) VALUES (${day + later}, abs(random() % 100000000000) + 1);
			COMMIT;
		`);
	}
	for (const column of ["name", "page", "status"]) {
		database.exec(`
			UPDATE strings SET events = strings.events + counted.events FROM (
				SELECT ${column} AS text, count(*) AS events FROM events WHERE id > ${last} GROUP BY 1
			) counted WHERE counted.text = strings.id;
		`);
	}
	database.exec(`
		UPDATE trait_sets SET events = trait_sets.events + counted.events FROM (
			SELECT traits, count(*) AS events FROM events WHERE id > ${last} GROUP BY 1
		) counted WHERE counted.traits = trait_sets.id;
	`);
	database.close();
}

/** Returns the views of sessions that begin between two timestamps, in order of time. */
function sessionsBetween(start: number, end: number, count: number): NewEvent[] {
	const views: NewEvent[] = [];
	while (views.length < count) {
		let at = start + Math.random() * (end - start);
		const session = newSession(at);
		for (let view = 0; view < VIEWS_PER_SESSION && views.length < count; view += 1) {
			views.push(pageViewAt(Math.floor(at), session));
			at += Math.random() * MAX_PAUSE_MS;
		}
	}
	return views.toSorted((one, other) => one.timestamp - other.timestamp);
}

interface Session {
	readonly id: string;
	readonly number: number;
	readonly distinctId: string;
	readonly traits: VisitTraits;
}

function newSession(begunAt: number): Session {
	return {
		id: newUuid(begunAt),
		number: randomInt(1, 2 ** 47),
		distinctId: newUuid(begunAt),
		traits: {
			referrer: `site-${skewed(300)}.example`,
			utm_source: skewed(10) > 7 ? `source-${skewed(20)}` : undefined,
			utm_campaign: skewed(10) > 7 ? `campaign-${skewed(60)}` : undefined,
			browser: `Browser ${skewed(12)}`,
			os: `System ${skewed(7)}`,
			device: skewed(3) === 0 ? "Desktop" : "Mobile",
			language: `l-${skewed(40)}`,
			host: "docs.example.org",
			country: `C${skewed(60)}`,
			region: `R${skewed(300)}`,
			channel: ["Direct", "Organic search", "Social"][skewed(3)],
		},
	};
}

function pageViewAt(timestamp: number, { id, number, distinctId, traits }: Session): NewEvent {
	const page = `/guide/page-${skewed(1_000)}`;
	return {
		uuid: newUuid(timestamp),
		event: "$pageview",
		distinctId,
		timestamp,
		receivedAt: timestamp,
		properties: {
			$current_url: `https://docs.example.org${page}`,
			$pathname: page,
			title: "A page | Example",
			theme: ["light", "dark", "system"][skewed(3)],
			$session_id: id,
			$window_id: newUuid(timestamp),
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
		visit: { session: number, page, status: skewed(50) === 49 ? "404" : "200", traits },
	};
}

function newUuid(timestamp: number): string {
	return uuidV7(Math.floor(timestamp), randomBytes(10));
}

/** Prefers small numbers, like real pages and referrers. */
function skewed(count: number): number {
	return Math.floor(count * Math.random() ** 2);
}
