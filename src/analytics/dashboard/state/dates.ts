import * as z from "zod";

/** A day of the calendar, such as `2026-01-31`; sorts as text. */
export type CalendarDay = string;

const DAY_MS = 86_400_000;
const calendarDay = z.iso.date();

/** @param now Milliseconds since the Unix epoch. */
export function dayIn(timeZone: string, now: number): CalendarDay {
	// The Swedish locale formats dates as in ISO 8601.
	return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(now);
}

/** Whether a text is an existing day; 30 February is not. */
export function isCalendarDay(text: string): boolean {
	return calendarDay.safeParse(text).success;
}

export function addDays(day: CalendarDay, days: number): CalendarDay {
	return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of another month, or the last day of that month if it is shorter. */
export function addMonths(day: CalendarDay, months: number): CalendarDay {
	const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
	const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
	const time = Date.UTC(year, month - 1 + months, Math.min(date, lastDate));
	return new Date(time).toISOString().slice(0, 10);
}
