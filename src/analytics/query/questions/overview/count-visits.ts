import {
	addTotals,
	DIMENSIONS,
	type Sum,
	TRAIT_DIMENSIONS,
} from "../../../store/totals/roll-up.ts";
import { createPointFinder } from "../../figures/find-point.ts";
import { emptyTally, tallyOf } from "../../figures/tally.ts";
import type { Reader } from "../../threads/reader.ts";
import { wholeDays } from "../sqlite/question-scan.ts";
import { type ScanDay, type ScannedEvent, scanDays } from "../sqlite/scan-days.ts";
import type { ScannedSession } from "../sqlite/sessions-of-day.ts";
import { filterSql, mayContainSql, type NumberedFilters, passes } from "./numbered-filters.ts";

export interface VisitsQuestion {
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

export interface CountedVisits {
	/** One for each point. */
	readonly points: readonly Sum[];
	/** Dimension → value → figures. */
	readonly rows: ReadonlyMap<number, Rows>;
}

/** By a value's number. */
type Rows = Map<number, Sum>;

interface Visit {
	readonly session: ScannedSession;
	readonly visitor: number;
	/** Pages that were viewed, each once. */
	readonly pages: number[];
	/** Time of the first view that passes the filters; without filters on views, the beginning. */
	readonly seenAt: number;
	/** Views that pass and lie in the range. */
	viewsInRange: number;
}

/** A short list is faster than a set of all visitors. */
const MAX_LISTED_PAGES = 16;
/** Numbers of texts are smaller; with as many sessions it is still an exact number. */
const VALUE_RANGE = 2 ** 27;

/** Counts single sessions and views that pass filters, as the totals count all of them. */
export function countVisits(
	reader: Pick<Reader, "database" | "checkAsked" | "strings">,
	question: VisitsQuestion,
): CountedVisits {
	const { from, to, filters } = question;
	const view = reader.strings.find("$pageview");
	const { entryPage, exitPage, traits, page, status } = filters;
	const count = new VisitCount(question);
	const days = scanDays(reader, {
		...wholeDays({ from, to }),
		names: view === undefined ? [] : [view],
		reads: { distinctId: false, properties: false },
		eventsWhere: filterSql("page", page) + filterSql("status", status),
		sessionsWhere: [
			filterSql("entry_page", entryPage),
			filterSql("exit_page", exitPage),
			...traits.map((filter, index) => mayContainSql("traits", filter, index)),
		].join(""),
	});
	if (from < to) for (const day of days) count.addDay(day);
	return count;
}

class VisitCount implements CountedVisits {
	readonly points: readonly Sum[];
	readonly rows: ReadonlyMap<number, Rows>;
	readonly #filters: NumberedFilters;
	/** The same for what is looked up with every row. */
	readonly #pages: Rows | undefined;
	readonly #statuses: Rows | undefined;
	readonly #exits: Rows | undefined;
	readonly #traits;
	readonly #findPoint;
	#visits = new Map<number, Visit>();
	#returning: ReadonlySet<number> = new Set();
	/** Per day and dimension, which visitor was seen with which value; dimension 0 is the visitor alone. */
	readonly #seen = new Map<number, Set<number>>();

	constructor(question: VisitsQuestion) {
		const { filters, dimensions, starts } = question;
		this.#filters = filters;
		this.#findPoint = createPointFinder(question);
		this.points = starts.map(emptyTally);
		this.rows = new Map([...dimensions].map((dimension) => [dimension, new Map()]));
		this.#pages = this.rows.get(DIMENSIONS.page);
		this.#statuses = this.rows.get(DIMENSIONS.status);
		this.#exits = this.rows.get(DIMENSIONS.exit_page);
		this.#traits = TRAIT_DIMENSIONS.flatMap((dimension, index) => {
			const rows = this.rows.get(dimension);
			return rows === undefined ? [] : [{ dimension, index, rows }];
		});
	}

	addDay({ eachEvent, sessions }: ScanDay): void {
		const { hasViewFilters, hasSessionFilters } = this.#filters;
		this.#seen.clear();
		this.#visits = new Map();
		this.#returning = sessions.returningVisitors();
		const begin = (session: ScannedSession | undefined, seenAt: number): Visit | undefined => {
			if (session === undefined || !this.#passesTraits(session)) return undefined;
			const visitor = sessions.visitorOf(session.id);
			const visit = { session, visitor, pages: [], seenAt, viewsInRange: 0 };
			this.#visits.set(session.id, visit);
			return visit;
		};
		if (!hasViewFilters) for (const session of sessions.all()) begin(session, session.startedAt);
		const asked = hasSessionFilters && !hasViewFilters ? this.#visitsWithViews() : undefined;
		if (asked?.length !== 0) {
			eachEvent((event) => {
				const { sessionId = 0, timestamp } = event;
				const known = this.#visits.get(sessionId);
				const visit = known ?? (hasViewFilters ? begin(event.session, timestamp) : undefined);
				// Retention deletes sessions a little before their events: such views count by themselves.
				if (visit !== undefined || (sessionId !== 0 && !hasSessionFilters)) {
					this.#countView(event, visit);
				}
			}, asked);
		}
		for (const visit of this.#visits.values()) this.#countSession(visit);
	}

	/** Counts the views of sessions that lie in one point. @returns The sessions whose views must be read. */
	#visitsWithViews(): readonly number[] {
		const needsViews = this.#pages !== undefined || this.#statuses !== undefined;
		const asked: number[] = [];
		for (const visit of this.#visits.values()) {
			const { id, startedAt, durationMs, views } = visit.session;
			const point = this.#pointAt(startedAt);
			if (needsViews || point !== this.#pointAt(startedAt + durationMs)) {
				asked.push(id);
			} else if (point !== undefined) {
				point.views += views;
				visit.viewsInRange = views;
			}
		}
		return asked;
	}

	#countView({ timestamp, page, status }: ScannedEvent, visit: Visit | undefined): void {
		const point = this.#pointAt(timestamp);
		if (visit !== undefined && page !== null && this.#pages !== undefined) {
			const isFirst = this.#isFirstOfPage(visit, page);
			if (isFirst && point !== undefined) tallyOf(this.#pages, page).visitors += 1;
		}
		if (point === undefined) return;
		point.views += 1;
		if (visit !== undefined) visit.viewsInRange += 1;
		if (this.#pages !== undefined && page !== null) tallyOf(this.#pages, page).views += 1;
		if (this.#statuses !== undefined && status !== null) {
			tallyOf(this.#statuses, status).views += 1;
		}
	}

	/** With its visitor, who counts at first sight: by themselves, and with each trait. */
	#countSession({ session, visitor, seenAt, viewsInRange }: Visit): void {
		const { startedAt, traits, entryPage, exitPage, views, durationMs } = session;
		const point = this.#pointAt(startedAt);
		const seen = this.#pointAt(seenAt);
		const figures = { views: 0, visitors: 0, sessions: 1, bounces: views <= 1 ? 1 : 0, durationMs };
		const isOnce = !this.#returning.has(visitor);
		if ((isOnce || this.#isFirst(0, visitor, 0)) && seen !== undefined) seen.visitors += 1;
		for (const { dimension, index, rows } of this.#traits) {
			const value = traits[index];
			if (value === undefined) continue;
			const row = tallyOf(rows, value);
			const isFirst = isOnce || this.#isFirst(dimension, visitor, value);
			if (isFirst && seen !== undefined) row.visitors += 1;
			row.views += viewsInRange;
			if (point !== undefined) addTotals(row, figures);
		}
		if (point === undefined) return;
		addTotals(point, figures);
		if (this.#pages !== undefined && entryPage !== null) {
			addTotals(tallyOf(this.#pages, entryPage), figures);
		}
		if (this.#exits !== undefined && exitPage !== null) {
			tallyOf(this.#exits, exitPage).sessions += 1;
		}
	}

	#isFirstOfPage({ visitor, pages }: Visit, page: number): boolean {
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

	#passesTraits({ traits }: ScannedSession): boolean {
		return this.#filters.traits.every((filter, index) => passes(filter, traits[index] ?? null));
	}

	/** @returns The point that a moment lies in, or `undefined` outside of the range. */
	#pointAt(time: number): Sum | undefined {
		const index = this.#findPoint(time);
		return index === undefined ? undefined : this.points[index];
	}
}
