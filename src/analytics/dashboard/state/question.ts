import { INTERVALS, type Interval } from "../../wire/dashboard/dimensions.ts";
import { isTimeZone } from "../../wire/is-time-zone.ts";
import { isCalendarDay } from "./dates.ts";
import { type Filter, type Match, parseFilter, renderFilter } from "./filters.ts";
import { RANGE_NAMES, type RangeChoice } from "./ranges.ts";
import { withValues } from "./with-values.ts";

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

/** @returns The address with another question in it; only what differs from a first visit, so that it stays short. */
export function withQuestion(params: URLSearchParams, question: Question): URLSearchParams {
	const { range, timeZone, comparison, interval, filters, match } = question;
	const own = range.kind === "own" ? range : undefined;
	return withValues(params, {
		range: range.kind === "own" || range.name === DEFAULT_RANGE ? undefined : range.name,
		from: own?.first,
		to: own?.last,
		tz: timeZone,
		compare: comparison === "previous" ? undefined : comparison,
		interval,
		filter: filters.map(renderFilter),
		match: match === "all" ? undefined : match,
	});
}

/** @returns The part of an address that another screen takes over. */
export function questionOf(params: URLSearchParams): URLSearchParams {
	return withQuestion(new URLSearchParams(), parseQuestion(params));
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
