import { INTERVALS, type Interval } from "../../api-types/dimensions.ts";
import { isTimeZone } from "../../protocol/is-time-zone.ts";
import { isCalendarDay } from "./dates.ts";
import { type Filter, type Match, parseFilter, renderFilter } from "./filters.ts";
import { RANGE_NAMES, type RangeChoice } from "./ranges.ts";
import { withValues } from "./with-values.ts";

export const COMPARISONS = ["previous", "year", "none"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Range, filters and other choices of every screen with figures, all stored in the URL. */
export interface Question {
	readonly range: RangeChoice;
	/** IANA name; absent for the browser's time zone. */
	readonly timeZone: string | undefined;
	readonly comparison: Comparison;
	readonly interval: Interval | undefined;
	readonly filters: readonly Filter[];
	readonly match: Match;
}

/** Ignores invalid values, because anyone can write a URL. */
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

/** The service refuses more filters. */
const MAX_FILTERS = 20;

/** @returns The URL parameters with another question; omits defaults, so that the URL stays short. */
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

/** @returns The URL parameters that navigation passes to another screen. */
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
