import type { DatabaseSync } from "node:sqlite";
import { DAY_MS } from "../../../store/totals/roll-up.ts";
import type { Filters, Goal } from "../../../wire/dashboard/question.ts";
import type { VisitorCounting } from "../../../wire/dashboard/stats.ts";
import type { Reader } from "../../threads/reader.ts";
import {
	type DividedFilters,
	divideFilters,
	type EventTest,
	filterTest,
	type KnownSelector,
	knownSelector,
	selectorTest,
	testReadsProperties,
} from "./event-test.ts";
import { type EachEvent, type ScannedEvent, scanDays } from "./scan-days.ts";

export interface ScanQuestion {
	readonly filters: Filters;
	readonly goals: Readonly<Record<string, Goal>>;
	/** What one visitor is. */
	readonly unit: VisitorCounting["unit"];
	/** Events that are read. Default: all. */
	readonly selectors: readonly KnownSelector[] | undefined;
	/** Whether more than the selectors and the filters on them need is read. */
	readonly readsProperties?: boolean;
	/** Properties without which an event does not count. */
	readonly neededProperties?: readonly string[] | undefined;
	readonly isOfBots?: boolean;
}

export interface ScannedDay {
	readonly eachEvent: EachEvent;
	/** Whether an event of this day passes the filters. */
	readonly passes: EventTest;
}

export interface QuestionScan {
	readonly days: (
		range: Stretch & { readonly order?: "oldest-first" | "newest-first" },
	) => Generator<ScannedDay>;
	/**
	 * Visits the events that pass the filters, the newest days first.
	 *
	 * @param endDay Called behind the last event of a day.
	 * @returns Whether older days are left out, since so many properties have been read.
	 */
	readonly newestFirst: (
		range: Stretch,
		visit: (event: ScannedEvent) => void,
		endDay: () => void,
	) => boolean;
	/** The visitor of an event, if any. */
	readonly visitorOf: (event: ScannedEvent) => number | string | undefined;
}

/** Milliseconds since the Unix epoch. */
interface Stretch {
	readonly from: number;
	/** Not included. */
	readonly to: number;
}

/** @returns All of the days (UTC) that a stretch has a part of. */
export function wholeDays({ from, to }: Stretch): Stretch {
	return { from: Math.floor(from / DAY_MS) * DAY_MS, to: Math.ceil(to / DAY_MS) * DAY_MS };
}

/** What all kinds of questions have in common: which events are read, and whose they are. */
export function createQuestionScan(reader: Reader, question: ScanQuestion): QuestionScan {
	const { filters, goals, unit, selectors, isOfBots = false } = question;
	const { readsProperties = false, neededProperties } = question;
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
	const personKeyOf = createPersonKeys(database);
	const hasGoals = goalTests.length > 0;
	const isOfViews = names?.every((name) => name === strings.find("$pageview")) === true;
	// A goal may be reached by an event that fails the other conditions.
	const { later, ...where }: DividedFilters = hasGoals
		? { events: "", sessions: "", later: filters }
		: divideFilters(filters, strings, isOfViews);
	const passes = filterTest(later, strings, reached);
	const options = {
		...{ names, isOfBots, reads: { properties, distinctId: unit === "people" } },
		where,
		// A goal is reached with properties of its own.
		neededProperties: filterGoals.length === 0 ? neededProperties : undefined,
	};
	const scan: QuestionScan = {
		visitorOf:
			unit === "people" ? ({ distinctId }) => personKeyOf(distinctId) : ({ visitor }) => visitor,
		newestFirst: (range, visit, endDay) => {
			let read = 0;
			for (const { eachEvent, passes } of scan.days({ ...range, order: "newest-first" })) {
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
		days: function* ({ from, to, order = "oldest-first" }) {
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
		},
	};
	return scan;
}

/** Some seconds of reading: properties have no index. */
const MAX_READ_PROPERTIES = 300_000;

/** Some ten megabytes; beyond so many, ids are looked up anew. */
const MAX_KNOWN_IDS = 200_000;

/** @returns What all distinct ids of a person have in common; of no kept person, the id itself. */
export function createPersonKeys(database: DatabaseSync): (distinctId: string) => number | string {
	const select = database.prepare("SELECT person FROM person_distinct_ids WHERE distinct_id = ?");
	const known = new Map<string, number | string>();
	return (distinctId) => {
		const before = known.get(distinctId);
		if (before !== undefined) return before;
		const person = select.get(distinctId)?.["person"];
		const key = typeof person === "number" ? person : distinctId;
		if (known.size >= MAX_KNOWN_IDS) known.clear();
		known.set(distinctId, key);
		return key;
	};
}
