import type { DatabaseSync } from "node:sqlite";
import type { TimeRange } from "../../../api/time-range.ts";
import { parseProperties } from "../../../store/events/parse-properties.ts";
import { preparePropertyDays } from "../../../store/events/property-days.ts";
import type { Properties } from "../../../store/new-event.ts";
import { DAY_MS } from "../../../store/totals/roll-up.ts";
import { prepareEach } from "../../threads/prepare-each.ts";
import type { Reader } from "../../threads/reader.ts";
import { prepareSightings, type Sightings } from "./prepare-sightings.ts";
import { type ScannedSession, SessionsOfDay, sessionsOfDay } from "./sessions-of-day.ts";

export type ScannedEvent = Readonly<Omit<CurrentEvent, "become">>;

export interface ScanOptions extends TimeRange {
	/** Numbers of the event names. Default: all. */
	readonly names?: readonly number[] | undefined;
	/** Columns that are read; the others appear to be empty. */
	readonly reads: Readonly<Record<"session" | "status" | "distinctId" | "properties", boolean>>;
	/** Properties that an event must have to count; without them, it may appear to have none. */
	readonly neededProperties?: readonly string[] | undefined;
	/** Reads only the events of bots, with all columns. */
	readonly isOfBots?: boolean;
	/** `newest-first`: sorts days, not their events. `reverse`: sorts both, the newest first. */
	readonly order?: "oldest-first" | "newest-first" | "reverse";
	/** SQL conditions with a leading `AND`: events that fail them are not visited. */
	readonly where: { readonly events: string; readonly sessions: string };
	/** Reads sightings instead of single events. */
	readonly sightings?: (Sightings & { readonly cuts: readonly number[] }) | undefined;
}

/** Visits the events of a day (UTC). It can be called again for the same events. */
export type EachEvent = (visit: (event: ScannedEvent) => void) => void;

/**
 * Reads events day by day (UTC): no visitor that is counted by network spans two days, and few sessions
 * do, so only the sessions of one day are in memory. The events of each day are sorted by time, unless
 * `order` is `reverse`. Skips events of bots, unless the question is about them.
 */
export function* scanDays(
	{ database, checkAsked }: Pick<Reader, "database" | "checkAsked">,
	options: ScanOptions,
): Generator<EachEvent> {
	const { from, to, order = "oldest-first", neededProperties = [], sightings } = options;
	let visit: Parameters<EachEvent>[0] = () => {};
	const sessions = new SessionsOfDay(database);
	const event = new CurrentEvent(sessions, neededProperties);
	const eachPart =
		sightings === undefined
			? prepareEvents(database, options, (...row) => {
					event.become(...row);
					visit(event);
				})
			: prepareSightings(
					database,
					{ ...sightings, events: eventsSql(options), ofSessions: options.where.sessions },
					(time, session, id) => {
						event.become(time, sightings.name ?? 0, session, null, null, id);
						visit(event);
					},
				);
	const [first, end] = [Math.floor(from / DAY_MS), Math.ceil(to / DAY_MS)];
	const mayHave = preparePropertyDays(database, [first, end]);
	for (let step = 0; step < end - first; step += 1) {
		checkAsked();
		const day = order === "oldest-first" ? first + step : end - 1 - step;
		if (!neededProperties.every((name) => mayHave(day, name))) continue;
		const start = day * DAY_MS;
		sessions.turnTo(start);
		yield (visitOne) => {
			visit = visitOne;
			const [begin, last] = [Math.max(start, from), Math.min(start + DAY_MS, to)];
			const cuts = sightings?.cuts.filter((cut) => cut > begin && cut < last) ?? [];
			const parts = [begin, ...cuts].map((part, index) => [part, cuts[index] ?? last] as const);
			for (const part of order === "reverse" ? parts.toReversed() : parts) eachPart(...part);
		};
	}
}

type EventRow = readonly [
	timestamp: number,
	name: number,
	session: number | null,
	page: number | null,
	status: number | null,
	distinctId?: number,
	properties?: string,
	bot?: number,
];

/**
 * An event with its session. Texts are numbers of `strings`. One
 * object represents all events of a scan in turn: copy values to keep them.
 */
class CurrentEvent {
	timestamp = 0;
	name = 0;
	page: number | null = null;
	status: number | null = null;
	/** Only when the scan reads events of bots. */
	bot: number | null = null;
	/** Number of the distinct id; only when the scan reads it. */
	distinctId = 0;
	/** Number of the session; absent for events outside of visits. */
	sessionId: number | undefined;
	readonly #sessions: SessionsOfDay;
	/** JSON texts of the names of properties that an event must have. */
	readonly #needed: readonly string[];
	#json: string | undefined;
	#properties: Properties | undefined;

	constructor(sessions: SessionsOfDay, needed: readonly string[]) {
		this.#sessions = sessions;
		this.#needed = needed.map((name) => JSON.stringify(name));
	}

	become(
		timestamp: number,
		name: number,
		session: number | null,
		page: number | null,
		status: number | null,
		distinctId = 0,
		properties?: string,
		bot: number | null = null,
	): void {
		this.timestamp = timestamp;
		this.name = name;
		// Sessions are numbered from 1.
		this.sessionId = session || undefined;
		this.page = page;
		this.status = status;
		this.distinctId = distinctId;
		this.bot = bot;
		this.#json = properties;
		this.#properties = undefined;
	}

	/** Number of the visitor, the same for all their sessions of a day (UTC). */
	get visitor(): number | undefined {
		return this.sessionId === undefined ? undefined : this.#sessions.visitorOf(this.sessionId);
	}

	/** The sessions of a day are read on first use. */
	get session(): ScannedSession | undefined {
		return this.sessionId === undefined ? undefined : this.#sessions.get(this.sessionId);
	}

	/** Only when the scan reads them; parsed on first use. */
	get properties(): Properties {
		const json = this.#json;
		if (json === undefined) return {};
		// Searching a text is far cheaper than parsing it.
		this.#properties ??= this.#needed.every((name) => json.includes(name))
			? parseProperties(json)
			: {};
		return this.#properties;
	}
}

/** SQL of the scanned events, from `FROM` on, unsorted, with times from `?1` to before `?2`. */
function eventsSql({ names, isOfBots, where }: ScanOptions): string {
	const index = isOfBots === true ? "events_of_bots" : "events_by_time";
	const ofBots =
		isOfBots === true
			? "AND bot IS NOT NULL"
			: // An event of a session is never a bot's. It skips the lookup, which takes a fifth of the time.
				`AND (session IS NOT NULL OR id NOT IN (
				SELECT id FROM events INDEXED BY events_of_bots
				WHERE timestamp >= ?1 AND timestamp < ?2 AND bot IS NOT NULL
			))`;
	const named = names === undefined ? "" : `AND name IN (${names.map(Number).join(", ")})`;
	return `FROM events INDEXED BY ${index}
		WHERE timestamp >= ?1 AND timestamp < ?2 ${ofBots} ${named} ${where.events}`;
}

/** Prepares the query for events. Without properties, an index covers all columns. */
function prepareEvents(
	database: DatabaseSync,
	options: ScanOptions,
	visit: (...row: EventRow) => undefined,
) {
	const { reads, isOfBots, where, order } = options;
	// Each column takes an eighth of the reading time.
	const [session, status] = [reads.session ? "session" : "NULL", reads.status ? "status" : "NULL"];
	const columns = ["timestamp", "name", session, "page", status];
	const isWhole = reads.properties || isOfBots === true;
	if (reads.distinctId || isWhole) columns.push("distinct_id");
	if (isWhole) columns.push("properties");
	if (isOfBots === true) columns.push("bot");
	const direction = order === "reverse" ? " DESC" : "";
	const ofDay = sessionsOfDay("id", `(?1 - ?1 % ${DAY_MS})`, where.sessions);
	const ofSessions = where.sessions === "" ? "" : `AND session IN (${ofDay})`;
	return prepareEach(database, visit, {
		...{ name: "each_event", columns },
		rest: `${eventsSql(options)} ${ofSessions}
			ORDER BY timestamp${direction}, id${direction}`,
	});
}
