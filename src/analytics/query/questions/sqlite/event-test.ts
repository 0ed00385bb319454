import type { Strings } from "../../../store/texts/strings.ts";
import type {
	BreakdownBy,
	Filters,
	Goal,
	Selector,
	ValueCondition,
} from "../../../wire/dashboard/question.ts";
import { VISIT_TRAITS } from "../../../wire/visit-traits.ts";
import { eventNumber, eventValue, readsProperties } from "./event-values.ts";
import type { ScannedEvent } from "./scan-days.ts";

/** Whether an event matches. */
export type EventTest = (event: ScannedEvent) => boolean;

/** A selector whose goal and event name are resolved. */
export interface KnownSelector {
	/** Absent: events of every name. */
	readonly event: string | undefined;
	readonly conditions: readonly ValueCondition[];
}

/** Resolves a selector. With a condition on page or status but no event, it selects page views. */
export function knownSelector(
	selector: Selector,
	goals: Readonly<Record<string, Goal>>,
): KnownSelector {
	// The route refuses questions about unknown goals.
	const own = "goal" in selector ? (goals[selector.goal] as Goal).selector : selector;
	const isOfPage = own.conditions.some(isOfView);
	return { conditions: own.conditions, event: own.event ?? (isOfPage ? "$pageview" : undefined) };
}

/** Selects the events that filters apply to: page views if a filter is on page or status, else all. */
export function filteredSelector({ conditions }: Pick<Filters, "conditions">): KnownSelector {
	return { event: conditions.some(isOfView) ? "$pageview" : undefined, conditions: [] };
}

function isOfView(condition: object): boolean {
	return (
		"dimension" in condition && (condition.dimension === "page" || condition.dimension === "status")
	);
}

export function selectorTest({ event, conditions }: KnownSelector, strings: Strings): EventTest {
	const name = event === undefined ? undefined : (strings.find(event) ?? NO_NAME);
	const tests = conditions.map((condition) => conditionTest(condition, strings));
	return (scanned) =>
		(name === undefined || scanned.name === name) && tests.every((test) => test(scanned));
}

/**
 * @param reached Key of a goal → sessions of the day that reached it.
 */
export function filterTest(
	{ match, conditions }: Filters,
	strings: Strings,
	reached: ReadonlyMap<string, ReadonlySet<number>>,
): EventTest {
	const tests = conditions.map((condition): EventTest => {
		if (!("goal" in condition)) return conditionTest(condition, strings);
		const wants = condition.operator === "is";
		return ({ sessionId }) =>
			(sessionId !== undefined && reached.get(condition.goal)?.has(sessionId) === true) === wants;
	});
	if (tests.length === 0) return () => true;
	return match === "all"
		? (event) => tests.every((test) => test(event))
		: (event) => tests.some((test) => test(event));
}

/** Whether the selector or the filters need the properties of events. */
export function testReadsProperties(
	{ event, conditions }: KnownSelector,
	filters?: Pick<Filters, "conditions">,
): boolean {
	return [...conditions, ...(filters?.conditions ?? [])].some(
		(condition) => !("goal" in condition) && readsProperties(condition, event === "$pageview"),
	);
}

/** Properties that an event must have to pass all of the conditions. */
export function neededProperties(conditions: Filters["conditions"]): readonly string[] {
	return conditions.flatMap((condition) =>
		"property" in condition && !valueTest(condition)(undefined) ? [condition.property] : [],
	);
}

/** SQL conditions on events and on sessions, each with a leading `AND`, and the remaining filters. */
export interface DividedFilters {
	readonly events: string;
	readonly sessions: string;
	readonly later: Filters;
}

/**
 * Converts filters on columns to SQL, so that events that fail them are not visited.
 *
 * @param options `isOfViews`: only page views count; other events store their page elsewhere.
 *   `isOfVisits`: only events of sessions count; others would pass each `is_not`.
 */
export function divideFilters(
	filters: Filters,
	strings: Strings,
	{ isOfViews, isOfVisits }: { readonly isOfViews: boolean; readonly isOfVisits: boolean },
): DividedFilters {
	const { match, conditions } = filters;
	const [events, sessions]: [string[], string[]] = [[], []];
	const later = conditions.filter((condition) => {
		if (!("dimension" in condition)) return true;
		const { dimension, operator, values } = condition;
		const isNot = operator === "is_not" && isOfVisits && isOfSession(condition);
		if (operator !== "is" && !isNot) return true;
		// An empty value also matches events without a session.
		if (values.includes("") || !(isOfSession(condition) || (isOfViews && isOfView(condition))))
			return true;
		const trait = dimension === "campaign" ? "utm_campaign" : dimension;
		const place = (VISIT_TRAITS as readonly string[]).indexOf(trait);
		const column = place < 0 ? dimension : `json_extract(traits, '$[${place}]')`;
		const numbers = values.map((value) => strings.find(value) ?? NO_NAME);
		const isIn = `coalesce(${column}, 0) ${isNot ? "NOT IN" : "IN"} (${numbers.join(", ")})`;
		(isOfSession(condition) ? sessions : events).push(`AND ${isIn}`);
		return false;
	});
	if (match === "any" && conditions.length > 1) return { events: "", sessions: "", later: filters };
	return {
		events: events.join(" "),
		sessions: sessions.join(" "),
		later: { match, conditions: later },
	};
}

/** Whether a session has exactly one value of a dimension. */
export function isOfSession(by: BreakdownBy): boolean {
	return "dimension" in by && !["page", "status", "event", "bot"].includes(by.dimension);
}

/** No row has this number. */
const NO_NAME = -1;
/** Maximum of cached results, since values repeat. A full cache is cleared. */
const MAX_KNOWN_VALUES = 50_000;

function conditionTest(condition: ValueCondition, strings: Strings): EventTest {
	const readValue = eventValue(condition, strings);
	const judge = valueTest(condition);
	const numberOf = eventNumber(condition, strings);
	// The key is the value's number if it has one: a cached number needs no text lookup.
	const known = new Map<number | string | undefined, boolean>();
	return (event) => {
		const value = numberOf(event) ?? readValue(event);
		const before = known.get(value);
		if (before !== undefined) return before;
		const passes = judge(readValue(event));
		if (known.size >= MAX_KNOWN_VALUES) known.clear();
		known.set(value, passes);
		return passes;
	};
}

function valueTest({ operator, values }: ValueCondition): (value: string | undefined) => boolean {
	const wanted = new Set(values);
	const has = (value: string | undefined): boolean => wanted.has(value ?? "");
	switch (operator) {
		case "is":
			return has;
		case "is_not":
			return (value) => !has(value);
		case "contains": {
			const parts = values.map((text) => text.toLowerCase());
			return (value) => parts.some((part) => value?.toLowerCase().includes(part) === true);
		}
		case "matches":
			return (value) =>
				value !== undefined && values.some((pattern) => matchesWildcard(value, pattern));
		case "set":
			return (value) => value !== undefined && value !== "";
		case "not_set":
			return (value) => value === undefined || value === "";
		case "above":
			return (value) => numberIn(value) > Number(values[0]);
		case "below":
			return (value) => numberIn(value) < Number(values[0]);
	}
}

/** @returns `NaN` if the value is no number: `NaN` is neither above nor below any limit. */
function numberIn(value: string | undefined): number {
	return value === undefined || value.trim() === "" ? Number.NaN : Number(value);
}

/** Searches each part once, from left to right, without backtracking: time is linear in the text. */
export function matchesWildcard(text: string, pattern: string): boolean {
	const parts = pattern.split("*");
	const [first = "", last = ""] = [parts[0], parts.at(-1)];
	if (parts.length === 1) return text === pattern;
	if (text.length < first.length + last.length) return false;
	if (!text.startsWith(first) || !text.endsWith(last)) return false;
	const end = text.length - last.length;
	let at = first.length;
	for (const part of parts.slice(1, -1)) {
		const found = text.indexOf(part, at);
		if (found < 0 || found + part.length > end) return false;
		at = found + part.length;
	}
	return true;
}
