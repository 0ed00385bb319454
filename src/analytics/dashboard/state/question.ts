import { INTERVALS, type Interval } from "../../wire/dashboard/dimensions.ts";
import { isTimeZone } from "../../wire/is-time-zone.ts";
import { isCalendarDay } from "./dates.ts";
import { type Filter, type Match, parseFilter, renderFilter } from "./filters.ts";
import { RANGE_NAMES, type RangeChoice } from "./ranges.ts";

export const COMPARISONS = ["previous", "year", "none"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What every screen with figures asks; all of it stands in the address. */
export interface Question {
	readonly range: RangeChoice;
	/** As the IANA calls it; absent for the browser's. */
	readonly timeZone: string | undefined;
	readonly comparison: Comparison;
	readonly interval: Interval | undefined;
	readonly filters: readonly Filter[];
	readonly match: Match;
}

const NAMES = ["range", "from", "to", "tz", "compare", "interval", "filter", "match"] as const;

/** An address comes from anyone: an invalid value counts as absent. */
export function parseQuestion(params: URLSearchParams): Question {
	const timeZone = params.get("tz") ?? "";
	return {
		range: parseRange(params),
		timeZone: timeZone !== "" && isTimeZone(timeZone) ? timeZone : undefined,
		comparison: COMPARISONS.find((name) => name === params.get("compare")) ?? "previous",
		interval: INTERVALS.find((name) => name === params.get("interval")),
		filters: params.getAll("filter").flatMap(parseFilter).slice(0, MAX_FILTERS),
		match: params.get("match") === "any" ? "any" : "all",
	};
}

/** More are refused by the service. */
const MAX_FILTERS = 20;

/** @returns The address with another question in it; whatever else it says stays. */
export function withQuestion(params: URLSearchParams, question: Question): URLSearchParams {
	const next = new URLSearchParams(params);
	for (const name of NAMES) next.delete(name);
	for (const [name, value] of questionEntries(question)) next.append(name, value);
	return next;
}

/** @returns The part of an address that another screen takes over. */
export function questionOf(params: URLSearchParams): URLSearchParams {
	return withQuestion(new URLSearchParams(), parseQuestion(params));
}

/** Only what differs from a first visit, so that addresses stay short. */
function questionEntries(question: Question): readonly (readonly [string, string])[] {
	const { range, timeZone, comparison, interval, filters, match } = question;
	const rangeEntries: readonly (readonly [string, string])[] =
		range.kind === "own"
			? [
					["from", range.first],
					["to", range.last],
				]
			: range.name === DEFAULT_RANGE
				? []
				: [["range", range.name]];
	return [
		...rangeEntries,
		...(timeZone === undefined ? [] : [["tz", timeZone] as const]),
		...(comparison === "previous" ? [] : [["compare", comparison] as const]),
		...(interval === undefined ? [] : [["interval", interval] as const]),
		...filters.map((filter) => ["filter", renderFilter(filter)] as const),
		...(match === "all" ? [] : [["match", match] as const]),
	];
}

const DEFAULT_RANGE = "30d";

function parseRange(params: URLSearchParams): RangeChoice {
	const [first, last] = [params.get("from") ?? "", params.get("to") ?? ""];
	if (isCalendarDay(first) && isCalendarDay(last) && first <= last) {
		return { kind: "own", first, last };
	}
	const name = RANGE_NAMES.find((name) => name === params.get("range"));
	return { kind: "named", name: name ?? DEFAULT_RANGE };
}
