import type { EventNamesAnswer } from "../../wire/dashboard/events.ts";
import { isRefused, type Refused } from "../api/refused.ts";
import type { RangeQuestion } from "../figures/local-range.ts";
import { readRange } from "../figures/read-range.ts";
import { readRows } from "../questions/overview/read-rows.ts";
import type { Reader } from "../threads/reader.ts";

export interface EventNamesQuestion extends RangeQuestion {
	readonly limit: number;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
}

/** Names of events, out of totals; those of bots are not among them. */
export function readEventNames(
	reader: Reader,
	question: EventNamesQuestion,
): EventNamesAnswer | Refused {
	const { limit } = question;
	const asked = readRange(reader.database, { ...question, interval: "month" });
	if (isRefused(asked)) return asked;
	const { from, to } = asked.range;
	const rows = readRows(reader, { from, to, breakdowns: ["event"], limit }).get("event") ?? [];
	const results = rows.map(({ value, views }) => ({ event: value, count: views }));
	return { results };
}
