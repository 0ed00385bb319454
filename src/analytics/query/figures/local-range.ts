import { refused } from "../../api/refused.ts";
import type { Interval } from "../../api-types/dimensions.ts";

/** A range of whole local days, cut into the points of a series. Milliseconds since the Unix epoch. */
export interface LocalRange {
	readonly from: number;
	/** Not included. */
	readonly to: number;
	readonly timezone: string;
	readonly interval: Interval;
	/** Start times of the points, in order; the first is `from`. */
	readonly starts: readonly number[];
}

/** The requested range; strings are dates or times in ISO 8601. */
export interface RangeQuestion {
	/** `all`: since the first counted day. */
	readonly from?: string | undefined;
	readonly to?: string | undefined;
	readonly interval?: Interval | undefined;
	readonly timezone: string;
}

/** A question for rows of a range. */
export interface RowsQuestion extends RangeQuestion {
	/** Maximum number of rows of each list. */
	readonly limit: number;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

const DEFAULT_DAYS = 30;
/** About two months of hours, or four years of days: no chart is wider. */
const MAX_POINTS = 1_500;
const HOUR_MS = 3_600_000;

/**
 * Widens times to whole local days, and picks an interval if the question has none.
 *
 * @param firstCountedAt Start of the first counted day; absent if nothing was counted.
 * @returns The range, and the equally long range before it; none before `all`.
 */
export function resolveLocalRange(
	{ from, to, timezone, now, ...question }: RangeQuestion & { readonly now: number },
	firstCountedAt: number | undefined,
) {
	const end = to === undefined ? dateAt(now, timezone).add({ days: 1 }) : endDate(to, timezone);
	const start = startDate();
	if (Temporal.PlainDate.compare(start, end) >= 0) {
		return refused(400, `to must be later than from: current value is "${end.toString()}"`);
	}
	const days = start.until(end, { largestUnit: "day" }).days;
	const interval = question.interval ?? usualInterval(days);
	if (question.interval !== undefined && pointsOf(interval, days) > MAX_POINTS) {
		return refused(
			400,
			`interval must be longer, for at most ${MAX_POINTS} points: current value is "${interval}"`,
		);
	}
	const range = rangeOf(start, end, { interval, timezone });
	if (from === "all") return { range, before: undefined };
	const before = rangeOf(start.subtract({ days }), start, { interval, timezone });
	return { range, before };

	function startDate(): Temporal.PlainDate {
		if (from === undefined) return end.subtract({ days: DEFAULT_DAYS });
		return from === "all" ? dateAt(firstCountedAt ?? now, timezone) : dateOf(from, timezone);
	}
}

/** @returns The same days a year earlier. */
export function shiftYear({ from, to, interval, timezone }: LocalRange): LocalRange {
	const [start, end] = [from, to].map((time) => dateAt(time, timezone).subtract({ years: 1 }));
	return rangeOf(start as Temporal.PlainDate, end as Temporal.PlainDate, { interval, timezone });
}

function dateOf(text: string, timezone: string): Temporal.PlainDate {
	return text.includes("T") ? dateAt(Date.parse(text), timezone) : Temporal.PlainDate.from(text);
}

/** A time within a day includes the whole day. */
function endDate(text: string, timezone: string): Temporal.PlainDate {
	const date = dateOf(text, timezone);
	const isWithin = text.includes("T") && Date.parse(text) > beginningOf(date, timezone);
	return isWithin ? date.add({ days: 1 }) : date;
}

function rangeOf(
	start: Temporal.PlainDate,
	end: Temporal.PlainDate,
	{ interval, timezone }: Pick<LocalRange, "interval" | "timezone">,
): LocalRange {
	const to = beginningOf(end, timezone);
	const starts = datesOf(start, end, interval).map((date) => beginningOf(date, timezone));
	return {
		from: beginningOf(start, timezone),
		to,
		timezone,
		interval,
		starts: interval === "hour" ? hoursOf(starts, to) : starts,
	};
}

/**
 * Every day, Monday, or first day of a month. The first point may begin within its week or month.
 * If there are too many months, each point has several.
 */
function datesOf(start: Temporal.PlainDate, end: Temporal.PlainDate, interval: Interval) {
	const days = start.until(end, { largestUnit: "day" }).days;
	const months = Math.max(1, Math.ceil(pointsOf("month", days) / MAX_POINTS));
	const dates: Temporal.PlainDate[] = [];
	let date = start;
	while (Temporal.PlainDate.compare(date, end) < 0) {
		dates.push(date);
		date = nextDate(date, interval, months);
	}
	return dates;
}

function nextDate(date: Temporal.PlainDate, interval: Interval, months: number) {
	if (interval === "month") return date.with({ day: 1 }).add({ months });
	return date.add({ days: interval === "week" ? 8 - date.dayOfWeek : 1 });
}

/** A local day has 23 to 25 hours; they are counted from its start. */
function hoursOf(days: readonly number[], to: number): readonly number[] {
	return days.flatMap((day, index) => {
		const end = days[index + 1] ?? to;
		return Array.from(
			{ length: Math.ceil((end - day) / HOUR_MS) },
			(_, hour) => day + hour * HOUR_MS,
		);
	});
}

function beginningOf(date: Temporal.PlainDate, timezone: string): number {
	return date.toZonedDateTime(timezone).epochMilliseconds;
}

function dateAt(time: number, timezone: string): Temporal.PlainDate {
	return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timezone).toPlainDate();
}

function usualInterval(days: number): Interval {
	if (days <= 2) return "hour";
	return days <= 400 ? "day" : "month";
}

function pointsOf(interval: Interval, days: number): number {
	if (interval === "hour") return days * 24;
	return days / { day: 1, week: 7, month: 28 }[interval];
}

/**
 * @returns A function that finds the index of a time's point; `undefined` outside of the range.
 */
export function createPointFinder({
	from,
	to,
	starts,
}: Pick<LocalRange, "from" | "to" | "starts">) {
	let index = 0;
	return (time: number): number | undefined => {
		if (!(time >= from && time < to)) return undefined;
		// Rows are sorted by time, so most rows have the point of the previous row.
		while (index > 0 && (starts[index] as number) > time) index -= 1;
		while ((starts[index + 1] ?? Number.POSITIVE_INFINITY) <= time) index += 1;
		return index;
	};
}
