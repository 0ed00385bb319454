import type { EventNamesAnswer } from "../../wire/dashboard/events.ts";
import { isRefused, type Refused } from "../api/refused.ts";
import type { RowsQuestion } from "../figures/local-range.ts";
import { readRange } from "../figures/read-range.ts";
import { largestRows } from "../questions/counted-figures.ts";
import { readTotalRows } from "../questions/overview/read-totals.ts";
import type { Reader } from "../threads/reader.ts";

/** Names of events, out of totals; those of bots are not among them. */
export function readEventNames(reader: Reader, question: RowsQuestion): EventNamesAnswer | Refused {
	const { limit } = question;
	const asked = readRange(reader.database, { ...question, interval: "month" });
	if (isRefused(asked)) return asked;
	const rows = readTotalRows(reader, asked.range, { breakdowns: ["event"], limit });
	const results = largestRows(rows, "event", { limit }).map(({ value, views }) => ({
		event: value,
		count: views,
	}));
	return { results };
}
