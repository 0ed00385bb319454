import type { EventNamesAnswer } from "../../wire/dashboard/events.ts";
import { isRefused, type Refused } from "../api/refused.ts";
import type { RowsQuestion } from "../figures/local-range.ts";
import { readRange } from "../figures/read-range.ts";
import { readRows } from "../questions/overview/read-rows.ts";
import type { Reader } from "../threads/reader.ts";

/** Names of events, out of totals; those of bots are not among them. */
export function readEventNames(reader: Reader, question: RowsQuestion): EventNamesAnswer | Refused {
	const { limit } = question;
	const asked = readRange(reader.database, { ...question, interval: "month" });
	if (isRefused(asked)) return asked;
	const { from, to } = asked.range;
	const rows = readRows(reader, { from, to, breakdowns: ["event"], limit }).get("event") ?? [];
	const results = rows.map(({ value, views }) => ({ event: value, count: views }));
	return { results };
}
