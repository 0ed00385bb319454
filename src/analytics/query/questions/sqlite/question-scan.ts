import type { DatabaseSync } from "node:sqlite";
import type { TimeRange } from "../../../api/time-range.ts";
import { DAY_MS } from "../../../store/totals/roll-up.ts";
import type { BreakdownBy, Filters, Goal } from "../../../wire/dashboard/question.ts";
import type { VisitorCounting } from "../../../wire/dashboard/stats.ts";
import { prepareEach } from "../../threads/prepare-each.ts";
import type { Reader } from "../../threads/reader.ts";
import {
	type DividedFilters,
	divideFilters,
	type EventTest,
	filterTest,
	isOfSession,
	type KnownSelector,
	knownSelector,
	selectorTest,
	testReadsProperties,
} from "./event-test.ts";
import { type EachEvent, type ScannedEvent, type ScanOptions, scanDays } from "./scan-days.ts";

export interface ScanQuestion {
	readonly filters: Filters;
	readonly goals: Readonly<Record<string, Goal>>;
	/** Whether a visitor of several days counts once, or once a day. */
	readonly unit: VisitorCounting["unit"];
	/** Events that are read. Default: all. */
	readonly selectors: readonly KnownSelector[] | undefined;
	/** Whether it reads properties, even if selectors and filters need none. */
	readonly readsProperties?: boolean;
	/** Properties without which an event does not count. */
	readonly neededProperties?: readonly string[] | undefined;
	readonly isOfBots?: boolean;
	/** Skips events without a session. */
	readonly isOfVisits?: boolean;
	/** Values that are read besides filters, time, name, page and visitor. Default: all. */
	readonly readsOnly?: readonly BreakdownBy[] | undefined;
	/** Allows reading each person only once between two cuts. `by`: breakdowns that are read, too. */
	readonly sightings?: { readonly cuts: readonly number[]; readonly by: readonly BreakdownBy[] };
}

export interface ScannedDay {
	readonly eachEvent: EachEvent;
	/** Whether an event of this day passes the filters. */
	readonly passes: EventTest;
}

/** @returns The range, widened to whole days (UTC). */
export function wholeDays({ from, to }: TimeRange): TimeRange {
	return { from: Math.floor(from / DAY_MS) * DAY_MS, to: Math.ceil(to / DAY_MS) * DAY_MS };
}

/** Creates the scan for any kind of question: it selects events, and finds their visitors. */
export function createQuestionScan(reader: Reader, question: ScanQuestion) {
	const { filters, goals, unit, selectors, isOfBots = false } = question;
	const { readsProperties = false, neededProperties, isOfVisits = false } = question;
	const { database, strings } = reader;
	const filterGoals = filters.conditions.flatMap((condition) =>
		"goal" in condition
			? [{ key: condition.goal, selector: knownSelector({ goal: condition.goal }, goals) }]
			: [],
	);
	const asked = selectors?.concat(filterGoals.map(({ selector }) => selector));
	const names = asked?.every(({ event }) => event !== undefined)
		? asked.flatMap(({ event = "" }) => strings.find(event) ?? [])
		: undefined;
	const properties =
		readsProperties ||
		filterGoals.some(({ selector }) => testReadsProperties(selector)) ||
		selectors?.some((selector) => testReadsProperties(selector, filters)) === true;
	const goalTests = filterGoals.map(({ key, selector }) => ({
		key,
		test: selectorTest(selector, strings),
	}));
	const reached = new Map(goalTests.map(({ key }) => [key, new Set<number>()]));
	const personOf = unit === "people" ? readPersonNumbers(database) : undefined;
	const hasGoals = goalTests.length > 0;
	const isOfViews = names?.every((name) => name === strings.find("$pageview")) === true;
	// A goal may be reached by an event that fails the other conditions.
	const { later, ...where }: DividedFilters = hasGoals
		? { events: "", sessions: "", later: filters }
		: divideFilters(filters, strings, { isOfViews, isOfVisits });
	const passes = filterTest(later, strings, reached);
	const ofSessions = [...later.conditions, ...(question.sightings?.by ?? [])];
	const canSight =
		unit === "people" &&
		!(isOfBots || hasGoals || properties) &&
		(names?.length ?? 0) <= 1 &&
		(selectors ?? []).every(({ conditions }) => conditions.length === 0) &&
		ofSessions.every((by) => !("goal" in by) && isOfSession(by));
	const read = question.readsOnly && [...question.readsOnly, ...later.conditions];
	const reads = {
		properties,
		distinctId: unit === "people",
		session: unit !== "people" || read?.some((by) => "goal" in by || isOfSession(by)) !== false,
		status: read?.some((by) => "dimension" in by && by.dimension === "status") !== false,
	};
	const options = {
		...{ names, isOfBots, reads },
		where: isOfVisits ? { ...where, events: `${where.events} AND session IS NOT NULL` } : where,
		sightings:
			canSight && question.sightings !== undefined
				? {
						...{ cuts: question.sightings.cuts, name: names?.[0] },
						readsSessions: ofSessions.length > 0,
						isOfAll:
							isOfVisits &&
							names === undefined &&
							[...filters.conditions, ...ofSessions].length === 0,
					}
				: undefined,
		// An event that reaches a goal may lack these properties.
		neededProperties: filterGoals.length === 0 ? neededProperties : undefined,
	};
	const days = function* (
		{ from, to }: TimeRange,
		order: ScanOptions["order"] = "oldest-first",
	): Generator<ScannedDay> {
		// A goal may be reached in the part of a session that is outside of the range.
		const scanned = hasGoals ? wholeDays({ from, to }) : { from, to };
		for (const eachEvent of scanDays(reader, { ...options, ...scanned, order })) {
			if (!hasGoals) {
				yield { eachEvent, passes };
				continue;
			}
			for (const sessions of reached.values()) sessions.clear();
			eachEvent((event) => {
				for (const { key, test } of goalTests) {
					const { sessionId } = event;
					if (sessionId !== undefined && test(event)) reached.get(key)?.add(sessionId);
				}
			});
			const eachInRange: EachEvent = (visit) =>
				eachEvent((event) => {
					if (event.timestamp >= from && event.timestamp < to) visit(event);
				});
			yield { eachEvent: eachInRange, passes };
		}
	};
	return {
		days,
		/** The visitor of an event, if any. */
		visitorOf: (event: ScannedEvent): number | undefined =>
			personOf === undefined ? event.visitor : (personOf.get(event.distinctId) ?? event.distinctId),
		/**
		 * Visits the events that pass the filters, the newest days first.
		 *
		 * @param endDay Called after the last event of a day.
		 * @returns Whether older days were skipped, since too many events with properties were read.
		 */
		newestFirst: (
			range: TimeRange,
			visit: (event: ScannedEvent) => void,
			endDay: () => void,
		): boolean => {
			let read = 0;
			// Daily visitors count at the first sighting, so each day is read oldest first.
			for (const { eachEvent } of days(range, unit === "people" ? "reverse" : "newest-first")) {
				// Properties take ten times as long to read.
				if (properties && read >= MAX_READ_PROPERTIES) return true;
				eachEvent((event) => {
					read += 1;
					if (passes(event)) visit(event);
				});
				endDay();
			}
			return false;
		},
	};
}

/** Number of events. Takes a few seconds to read: properties have no index. */
const MAX_READ_PROPERTIES = 300_000;

/** @returns Distinct id → person, both as numbers; without the first distinct id of each person. */
function readPersonNumbers(database: DatabaseSync): ReadonlyMap<number, number> {
	const persons = new Map<number, number>();
	const add = (id: number, person: number): undefined => {
		persons.set(id, person);
	};
	prepareEach(database, add, {
		...{ name: "each_id", columns: ["id", "person"] },
		rest: "FROM distinct_ids INDEXED BY distinct_ids_of_others WHERE person <> id",
	})();
	return persons;
}
