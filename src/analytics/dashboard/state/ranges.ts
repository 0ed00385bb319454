import { addDays, addMonths, type CalendarDay } from "./dates.ts";

export const RANGE_NAMES = [
	"today",
	"yesterday",
	"7d",
	"30d",
	"90d",
	"month",
	"12mo",
	"year",
	"all",
] as const;

export type RangeName = (typeof RANGE_NAMES)[number];

/** A named range moves on with the days; an own one stays. */
export type RangeChoice =
	| { readonly kind: "named"; readonly name: RangeName }
	/** `last` is included, as people say it. */
	| { readonly kind: "own"; readonly first: CalendarDay; readonly last: CalendarDay };

/** What is asked for: days, of which `to` is not included. */
export interface DaySpan {
	readonly from: CalendarDay | "all";
	readonly to: CalendarDay;
}

/** Each with the key that chooses it. */
export const RANGES: Readonly<
	Record<RangeName, { readonly label: string; readonly shortcut: string }>
> = {
	today: { label: "Today", shortcut: "t" },
	yesterday: { label: "Yesterday", shortcut: "y" },
	"7d": { label: "Last 7 days", shortcut: "w" },
	"30d": { label: "Last 30 days", shortcut: "m" },
	"90d": { label: "Last 90 days", shortcut: "q" },
	month: { label: "This month", shortcut: "n" },
	"12mo": { label: "Last 12 months", shortcut: "l" },
	year: { label: "This year", shortcut: "e" },
	all: { label: "All time", shortcut: "a" },
};

export function resolveRange(choice: RangeChoice, today: CalendarDay): DaySpan {
	if (choice.kind === "own") return { from: choice.first, to: addDays(choice.last, 1) };
	const tomorrow = addDays(today, 1);
	switch (choice.name) {
		case "today":
			return { from: today, to: tomorrow };
		case "yesterday":
			return { from: addDays(today, -1), to: today };
		case "7d":
			return { from: addDays(today, -6), to: tomorrow };
		case "30d":
			return { from: addDays(today, -29), to: tomorrow };
		case "90d":
			return { from: addDays(today, -89), to: tomorrow };
		case "month":
			return { from: `${today.slice(0, 8)}01`, to: tomorrow };
		case "12mo":
			return { from: addDays(addMonths(today, -12), 1), to: tomorrow };
		case "year":
			return { from: `${today.slice(0, 5)}01-01`, to: tomorrow };
		case "all":
			return { from: "all", to: tomorrow };
	}
}
