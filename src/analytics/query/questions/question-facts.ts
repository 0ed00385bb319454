import { isRefused, type Refused } from "../api/refused.ts";
import { type LocalRange, shiftYear } from "../figures/local-range.ts";
import { readRange } from "../figures/read-range.ts";
import { readVisitorCounting } from "../figures/read-visitor-counting.ts";
import type { Reader } from "../threads/reader.ts";
import type { AskedQuestion, QuestionFacts } from "./engine-question.ts";
import { readTotals } from "./sqlite/read-totals.ts";

export function readQuestionFacts(reader: Reader, asked: AskedQuestion): QuestionFacts | Refused {
	const { question, now } = asked;
	const { from, to, timezone } = question;
	const interval = question.kind === "trend" ? question.interval : "month";
	const ranges = readRange(reader.database, { from, to, timezone, interval, now });
	if (isRefused(ranges)) return ranges;
	const { range } = ranges;
	const compare = question.kind === "trend" ? question.compare : "none";
	const before = { none: undefined, previous: ranges.before, year: shiftYear(range) }[compare];
	const counting = readVisitorCounting(reader, asked);
	// Only a client's own id is the same on another day.
	const unit = counting.by === "client" ? "people" : "visitor-days";
	const totalsOf = (stretch: LocalRange | undefined) =>
		question.kind === "trend" && stretch !== undefined
			? readTotals(reader, { question, unit }, stretch)
			: undefined;
	const totals = { range: totalsOf(range), before: totalsOf(before) };
	return { range, before, counting, unit, totals };
}
