import { addDays, addMonths, type CalendarDay } from "./dates.ts";

interface NamedRange {
	readonly label: string;
	/** Key that chooses the range. */
	readonly shortcut: string;
	readonly from: (today: CalendarDay) => CalendarDay | "all";
}

/** Ranges up to today, except for `yesterday`. */
export const RANGES = {
	today: { label: "Today", shortcut: "t", from: (today) => today },
	yesterday: { label: "Yesterday", shortcut: "y", from: (today) => addDays(today, -1) },
	"7d": { label: "Last 7 days", shortcut: "w", from: (today) => addDays(today, -6) },
	"30d": { label: "Last 30 days", shortcut: "m", from: (today) => addDays(today, -29) },
	"90d": { label: "Last 90 days", shortcut: "q", from: (today) => addDays(today, -89) },
	month: { label: "This month", shortcut: "n", from: (today) => `${today.slice(0, 8)}01` },
	"12mo": {
		label: "Last 12 months",
		shortcut: "l",
		from: (today) => addDays(addMonths(today, -12), 1),
	},
	year: { label: "This year", shortcut: "e", from: (today) => `${today.slice(0, 5)}01-01` },
	all: { label: "All time", shortcut: "a", from: () => "all" },
} as const satisfies Readonly<Record<string, NamedRange>>;

export type RangeName = keyof typeof RANGES;

// `Object.keys()` loses the type; a literal has exactly these keys.
export const RANGE_NAMES = Object.keys(RANGES) as readonly RangeName[];

/** A named range is relative to today; an own range has fixed days. */
export type RangeChoice =
	| { readonly kind: "named"; readonly name: RangeName }
	/** `last` is inclusive. */
	| { readonly kind: "own"; readonly first: CalendarDay; readonly last: CalendarDay };

/** Requested days; `to` is exclusive. */
export interface DaySpan {
	readonly from: CalendarDay | "all";
	readonly to: CalendarDay;
}

export function resolveRange(choice: RangeChoice, today: CalendarDay): DaySpan {
	if (choice.kind === "own") return { from: choice.first, to: addDays(choice.last, 1) };
	const { name } = choice;
	return { from: RANGES[name].from(today), to: name === "yesterday" ? today : addDays(today, 1) };
}
