import { isAboutBots, type QuestionOf } from "../../wire/dashboard/question.ts";
import { isRefused, type Refused } from "../api/refused.ts";
import { type LocalRange, shiftYear } from "../figures/local-range.ts";
import { readPoints } from "../figures/read-points.ts";
import { readRange } from "../figures/read-range.ts";
import { readVisitorCounting } from "../figures/read-visitor-counting.ts";
import type { Reader } from "../threads/reader.ts";
import type { AskedQuestion, QuestionFacts } from "./engine-question.ts";

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
	const of = question.kind === "trend" ? totalsOf(question, unit) : undefined;
	const read = (stretch: LocalRange | undefined) =>
		of && stretch && readPoints(reader.rollUps, stretch).map((point) => point[of]);
	const totals = { range: read(range), before: read(before) };
	return { range, before, counting, unit, totals };
}

/** @returns The figure of the totals that has all that is asked for, if there is one. */
function totalsOf(question: QuestionOf<"trend">, unit: QuestionFacts["unit"]) {
	const { measure, events, filters } = question;
	if (filters.conditions.length > 0 || events !== undefined) return undefined;
	if (isAboutBots(question)) return undefined;
	const { of } = measure;
	if (of === "visitors") return unit === "people" ? undefined : of;
	return of === "views" || of === "sessions" ? of : undefined;
}
