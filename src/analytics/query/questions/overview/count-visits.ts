import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { DAY_MS, DIMENSIONS, TRAIT_DIMENSIONS } from "../../../store/totals/roll-up.ts";
import { readTraits } from "../../../store/visits/read-traits.ts";
import type { TraitNumbers } from "../../../store/visits/visitor-day.ts";
import { createPointFinder } from "../../figures/find-point.ts";
import { emptyTally, type Tally, tallyOf } from "../../figures/tally.ts";
import { prepareEach } from "../../threads/prepare-each.ts";
import type { Reader } from "../../threads/reader.ts";
import { filterSql, mayContainSql, type NumberedFilters, passes } from "./numbered-filters.ts";

export interface RawQuestion {
	/** Milliseconds since the Unix epoch. */
	readonly from: number;
	/** Not included. */
	readonly to: number;
	/** Beginnings of the points of the series; the first is `from`. */
	readonly starts: readonly number[];
	readonly filters: NumberedFilters;
	/** Numbers of `DIMENSIONS` to break down by. */
	readonly dimensions: ReadonlySet<number>;
}

export interface RawFigures {
	/** One for each point. */
	readonly points: readonly Tally[];
	/** Dimension → value → figures. */
	readonly rows: ReadonlyMap<number, ReadonlyMap<number, Tally>>;
}

/** A view as the index has it. */
type ViewRow = readonly [
	timestamp: number,
	session: number,
	page: number | null,
	status: number | null,
];

interface RawSession {
	readonly id: number;
	readonly startedAt: number;
	readonly durationMs: number;
	readonly views: number;
	readonly entryPage: number | null;
	readonly exitPage: number | null;
	readonly traits: TraitNumbers;
	readonly visitor: number;
	/** The first of them that were viewed, each once. */
	readonly pages: number[];
	/** Time of the first view that passes the filters; absent until there is one. */
	seenAt: number | undefined;
	/** Views that pass and lie in the range. */
	viewsInRange: number;
}

/** A short list is faster than a set of all visitors. */
const MAX_LISTED_PAGES = 16;
/** Below it, sessions are looked up one by one instead of being read for the whole day. */
const FEW_VIEWS = 2_000;
/** Texts are numbered from 1, and there are fewer than this; with as many sessions it is still an exact number. */
const VALUE_RANGE = 2 ** 27;

/**
 * Counts single sessions and views that pass filters, as the totals count
 * all of them.
 *
 * It reads day by day (UTC): no session and no visitor spans two days, so memory
 * holds the rows of one day and the figures.
 */
export class RawCount {
	readonly #question: RawQuestion;
	readonly #read: ReturnType<typeof prepareReading>;
	readonly #points: Tally[];
	readonly #rows: ReadonlyMap<number, Rows>;
	/** The same for what is looked up with every row. */
	readonly #pages: Rows | undefined;
	readonly #statuses: Rows | undefined;
	readonly #exits: Rows | undefined;
	readonly #traits: readonly TraitRows[];
	/** Whether views say more than how many of them a session has. */
	readonly #needsViews: boolean;
	readonly #checkAsked: Reader["checkAsked"];
	readonly #findPoint: (time: number) => number | undefined;
	/** Per day and dimension, which visitor was seen with which value; dimension 0 is the visitor alone. */
	readonly #seen = new Map<number, Set<number>>();
	/** Of one day: visitors with several sessions. */
	readonly #returning = new Set<number>();
	#sessions = new Map<number, RawSession>();

	constructor(
		{ database, checkAsked }: Pick<Reader, "database" | "checkAsked">,
		question: RawQuestion,
	) {
		const { filters, dimensions, starts } = question;
		this.#checkAsked = checkAsked;
		this.#question = question;
		this.#points = starts.map(emptyTally);
		this.#findPoint = createPointFinder(question);
		this.#rows = new Map([...dimensions].map((dimension) => [dimension, new Map()]));
		this.#pages = this.#rows.get(DIMENSIONS.page);
		this.#statuses = this.#rows.get(DIMENSIONS.status);
		this.#exits = this.#rows.get(DIMENSIONS.exit_page);
		this.#traits = TRAIT_DIMENSIONS.flatMap((dimension, index) => {
			const rows = this.#rows.get(dimension);
			return rows === undefined ? [] : [{ dimension, index, rows }];
		});
		this.#needsViews =
			!filters.hasSessionFilters || this.#pages !== undefined || this.#statuses !== undefined;
		this.#read = prepareReading(database, question, {
			needsTraits: this.#traits.length > 0,
			keepSession: (row) => this.#keepSession(row),
			countView: (row) => this.#countView(row),
		});
	}

	run(): RawFigures {
		const { from, to } = this.#question;
		if (from < to) {
			const firstDay = Math.floor(from / DAY_MS);
			for (let day = firstDay; day * DAY_MS < to; day += 1) {
				this.#checkAsked();
				this.#countDay(day * DAY_MS);
			}
		}
		return { points: this.#points, rows: this.#rows };
	}

	#countDay(start: number): void {
		this.#seen.clear();
		this.#returning.clear();
		this.#sessions = new Map();
		if (this.#question.filters.hasViewFilters) this.#countViewsFirst(start);
		else this.#countSessionsFirst(start);
		for (const session of this.#sessions.values()) this.#countSession(session);
	}

	#countViewsFirst(start: number): void {
		const views: ViewRow[] = [];
		this.#read.filteredViews(start, (row) => views.push(row));
		if (views.length < FEW_VIEWS) {
			this.#read.someSessions([...new Set(views.map((view) => view[1]))]);
		} else {
			this.#read.sessions(start);
		}
		for (const view of views) this.#countView(view);
	}

	#countSessionsFirst(start: number): void {
		this.#read.sessions(start);
		if (!this.#question.filters.hasSessionFilters) {
			this.#read.views(start);
			return;
		}
		const asked: number[] = [];
		for (const session of this.#sessions.values()) {
			const { id, startedAt, durationMs, views } = session;
			const point = this.#pointAt(startedAt);
			if (this.#needsViews || point !== this.#pointAt(startedAt + durationMs)) {
				asked.push(id);
			} else if (point !== undefined) {
				point.views += views;
				session.viewsInRange = views;
			}
		}
		if (asked.length > 0) this.#read.viewsOf(start, asked);
	}

	#keepSession(row: SessionRow): void {
		const [id, startedAt, durationMs, views, entryPage, exitPage, text] = row;
		const { filters } = this.#question;
		const traits = text === null ? [] : readTraits(text);
		if (!passesTraits(filters, traits)) return;
		const visitor = row[7] ?? id;
		if (visitor !== id) this.#returning.add(visitor);
		this.#sessions.set(id, {
			id,
			startedAt,
			durationMs,
			views,
			entryPage,
			exitPage,
			traits,
			visitor,
			pages: [],
			seenAt: filters.hasViewFilters ? undefined : startedAt,
			viewsInRange: 0,
		});
	}

	#countView([timestamp, sessionId, page, status]: ViewRow): void {
		const session = this.#sessions.get(sessionId);
		// Retention takes sessions a little before their events.
		if (session === undefined && this.#question.filters.hasSessionFilters) return;
		const point = this.#pointAt(timestamp);
		if (session !== undefined) {
			session.seenAt ??= timestamp;
			this.#countPageVisitor(session, page, point);
		}
		if (point === undefined) return;
		point.views += 1;
		if (session !== undefined) session.viewsInRange += 1;
		if (this.#pages !== undefined && page !== null) tallyOf(this.#pages, page).views += 1;
		if (this.#statuses !== undefined && status !== null) {
			tallyOf(this.#statuses, status).views += 1;
		}
	}

	/** With its visitor, who counts at first sight: by themselves, and with each trait. */
	#countSession(session: RawSession): void {
		const { startedAt, seenAt, traits, viewsInRange, visitor, entryPage, exitPage } = session;
		if (seenAt === undefined) return;
		const point = this.#pointAt(startedAt);
		const seen = this.#pointAt(seenAt);
		const isOnce = !this.#returning.has(visitor);
		if ((isOnce || this.#isFirst(0, visitor, 0)) && seen !== undefined) seen.visitors += 1;
		for (const { dimension, index, rows } of this.#traits) {
			const value = traits[index];
			if (value === undefined) continue;
			const row = tallyOf(rows, value);
			const isFirst = isOnce || this.#isFirst(dimension, visitor, value);
			if (isFirst && seen !== undefined) row.visitors += 1;
			row.views += viewsInRange;
			if (point !== undefined) addSession(row, session);
		}
		if (point === undefined) return;
		addSession(point, session);
		if (this.#pages !== undefined && entryPage !== null) {
			addSession(tallyOf(this.#pages, entryPage), session);
		}
		if (this.#exits !== undefined && exitPage !== null) {
			tallyOf(this.#exits, exitPage).sessions += 1;
		}
	}

	#countPageVisitor(session: RawSession, page: number | null, point: Tally | undefined): void {
		if (page === null || this.#pages === undefined) return;
		if (!this.#isFirstOfPage(session, page)) return;
		if (point !== undefined) tallyOf(this.#pages, page).visitors += 1;
	}

	#isFirstOfPage({ visitor, pages }: RawSession, page: number): boolean {
		if (this.#returning.has(visitor)) return this.#isFirst(DIMENSIONS.page, visitor, page);
		if (pages.includes(page)) return false;
		if (pages.length >= MAX_LISTED_PAGES) return this.#isFirst(DIMENSIONS.page, visitor, page);
		pages.push(page);
		return true;
	}

	#isFirst(dimension: number, visitor: number, value: number): boolean {
		const seen = this.#seen.get(dimension) ?? new Set();
		this.#seen.set(dimension, seen);
		const before = seen.size;
		seen.add(visitor * VALUE_RANGE + value);
		return seen.size > before;
	}

	/** @returns The point that a moment lies in, or `undefined` outside of the range. */
	#pointAt(time: number): Tally | undefined {
		const index = this.#findPoint(time);
		return index === undefined ? undefined : this.#points[index];
	}
}

/** By a value's number. */
type Rows = Map<number, Tally>;

/** What sessions are broken down by. */
interface TraitRows {
	/** A number of `DIMENSIONS`. */
	readonly dimension: number;
	/** Place in `VISIT_TRAITS`. */
	readonly index: number;
	readonly rows: Rows;
}

type SessionRow = readonly [
	id: number,
	startedAt: number,
	durationMs: number,
	views: number,
	entryPage: number | null,
	exitPage: number | null,
	traits: string | null,
	visitor: number | null,
];

function addSession(tally: Tally, { views, durationMs }: RawSession): void {
	tally.sessions += 1;
	if (views <= 1) tally.bounces += 1;
	tally.durationMs += durationMs;
}

function passesTraits({ traits: asked }: NumberedFilters, traits: TraitNumbers): boolean {
	return asked.every((filter, index) => passes(filter, traits[index] ?? null));
}

interface Reading {
	readonly needsTraits: boolean;
	readonly keepSession: (row: SessionRow) => void;
	readonly countView: (row: ViewRow) => void;
}

/** Rows in the order of time: a visitor counts where they were first seen. */
function prepareReading(
	database: DatabaseSync,
	{ filters }: RawQuestion,
	{ needsTraits, keepSession, countView }: Reading,
) {
	const { entryPage, exitPage, traits } = filters;
	const kept = [
		filterSql("entry_page", entryPage),
		filterSql("exit_page", exitPage),
		...traits.map((filter, index) => mayContainSql("traits", filter, index)),
	];
	const hasTraits = needsTraits || traits.some((filter) => filter !== undefined);
	let takeView = countView;
	const sessionsWhere = (name: string, condition: string) =>
		prepareEach(database, keepSession, {
			name,
			columns: [
				...["id", "started_at", "ended_at - started_at", "views", "entry_page", "exit_page"],
				hasTraits ? "traits" : "NULL",
				"visitor",
			],
			rest: `FROM sessions WHERE ${condition} ${kept.join("")} ORDER BY started_at`,
		});
	const viewsWhere = (name: string, condition: string) =>
		prepareEach(database, (row: ViewRow) => takeView(row), {
			name,
			columns: ["timestamp", "session", "page", "status"],
			rest: `FROM events WHERE timestamp >= ? AND timestamp < ? AND session IS NOT NULL
				AND name = (SELECT id FROM strings WHERE text = '$pageview') ${condition}
				ORDER BY timestamp`,
		});
	const ofDay = (run: (...range: SQLInputValue[]) => void) => (start: number) =>
		run(start, start + DAY_MS);
	const listed = "IN (SELECT value FROM json_each(?))";
	const views = viewsWhere("each_view", "");
	const viewsOf = viewsWhere("each_view_of_sessions", `AND session ${listed}`);
	const filteredViews = viewsWhere(
		"each_filtered_view",
		filterSql("page", filters.page) + filterSql("status", filters.status),
	);
	const someSessions = sessionsWhere("each_listed_session", `id ${listed}`);
	return {
		sessions: ofDay(sessionsWhere("each_session_of_day", "started_at >= ? AND started_at < ?")),
		someSessions: (ids: readonly number[]) => someSessions(JSON.stringify(ids)),
		views: ofDay(views),
		viewsOf: (start: number, ids: readonly number[]) =>
			viewsOf(start, start + DAY_MS, JSON.stringify(ids)),
		filteredViews: (start: number, take: (row: ViewRow) => void) => {
			takeView = take;
			filteredViews(start, start + DAY_MS);
			takeView = countView;
		},
	};
}
