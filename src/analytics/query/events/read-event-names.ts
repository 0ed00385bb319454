import type { EventNamesAnswer } from "../../wire/dashboard/events.ts";
import { firstCountedAt } from "../figures/first-counted-at.ts";
import { type RangeQuestion, resolveLocalRange } from "../figures/local-range.ts";
import { readRows } from "../figures/read-rows.ts";
import type { Outcome } from "../figures/read-stats.ts";
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
): Outcome<EventNamesAnswer> {
	const { now, limit } = question;
	const reading = resolveLocalRange(
		{ ...question, interval: "month" },
		{ now, firstCountedAt: firstCountedAt(reader.database) },
	);
	if (reading.kind === "problem") return { kind: "refused", problems: [reading.problem] };
	const { from, to } = reading.range;
	const rows = readRows(reader, { from, to, breakdowns: ["event"], limit }).get("event") ?? [];
	const results = rows.map(({ value, views }) => ({ event: value, count: views }));
	return { kind: "answer", answer: { results } };
}
