import { isRefused, type Refused, refused } from "../../api/refused.ts";
import type { QueryAnswer } from "../../api-types/query-answer.ts";
import { isAboutBots } from "../../api-types/question.ts";
import { DAY_MS } from "../../store/totals/roll-up.ts";
import { type LocalRange, shiftYear } from "../figures/local-range.ts";
import { firstCountedAt, readRange, readTotalsOnly, renderRange } from "../figures/read-range.ts";
import { readVisitorCounting } from "../figures/read-visitor-counting.ts";
import type { Reader } from "../threads/reader.ts";
import type { AnyQuestion, AskedQuestion, QueryContext, StatsQuestion } from "./engine-question.ts";
import { readTotals } from "./overview/read-totals.ts";

export function readQuestionFacts(reader: Reader, asked: AskedQuestion): QueryContext | Refused {
	const { question, now } = asked;
	const problem = question.kind === "stats" ? problemOf(question) : undefined;
	if (problem !== undefined) return refused(400, problem);
	const { from, to, timezone } = question;
	const isSeries = question.kind === "trend" || question.kind === "stats";
	const interval = isSeries ? question.interval : "month";
	const ranges = readRange(reader.database, { from, to, timezone, interval, now });
	if (isRefused(ranges)) return ranges;
	const { range } = ranges;
	const compare = isSeries ? question.compare : "none";
	const compared = {
		none: () => undefined,
		previous: () => ranges.before,
		year: () => (from === "all" ? undefined : shiftYear(range)),
	}[compare]();
	const before = compared && {
		...compared,
		isIncomplete:
			compared.from + DAY_MS <= (firstCountedAt(reader.database) ?? Number.POSITIVE_INFINITY),
	};
	const counting = readVisitorCounting(reader, asked);
	// Only an id that the client stores is the same on another day.
	const unit = counting.by === "client" ? "people" : "visitor-days";
	const hasTotals = isOfTotals(question, unit);
	const totalsOf = (stretch: LocalRange | undefined, breakdowns: StatsQuestion["breakdowns"]) =>
		stretch && hasTotals ? readTotals(reader, stretch, { breakdowns }) : undefined;
	const totals = {
		range: totalsOf(range, question.kind === "stats" ? question.breakdowns : []),
		before: totalsOf(before, []),
	};
	const totalsOnly = readTotalsOnly(reader.database, range);
	return { range, before, counting, unit, totals, totalsOnly };
}

/** Whether totals answer the whole question, apart from people. */
function isOfTotals(question: AnyQuestion, unit: QueryContext["unit"]): boolean {
	if (question.filters.conditions.length > 0) return false;
	if (question.kind === "stats") return true;
	if (question.kind !== "trend" || question.events !== undefined || isAboutBots(question))
		return false;
	const { of } = question.measure;
	return of === "views" || of === "sessions" || (of === "visitors" && unit === "visitor-days");
}

function problemOf(question: StatsQuestion): string | undefined {
	if (isAboutBots(question)) return "filters must not name bots, because figures exclude them";
	const unfilterable = question.breakdowns.find((breakdown) =>
		["event", "bot", "ai_agent"].includes(breakdown),
	);
	return question.filters.conditions.length === 0 || unfilterable === undefined
		? undefined
		: `breakdown must not be "${unfilterable}" with a filter`;
}

type Envelope = Pick<QueryAnswer, "from" | "to" | "timezone" | "missing_since" | "visitors">;

/** @returns The answer, with the fields of every answer: its range, and how visitors are counted. */
export function withFacts<Answer extends object>(
	answer: Answer,
	{ kind }: AnyQuestion,
	{ range, counting, unit }: Pick<QueryContext, "range" | "counting" | "unit">,
): Answer & Envelope {
	return {
		...answer,
		...renderRange(range),
		missing_since: null,
		// A path is part of one session.
		visitors: { ...counting, unit: kind === "paths" ? "visitor-days" : unit },
	};
}
