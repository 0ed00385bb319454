import { isRefused, type Refused, refused } from "../../api/refused.ts";
import { isTimeZone, type LocalRange, shiftYear } from "../../figures/local-range.ts";
import { readRange } from "../../figures/read-range.ts";
import { readVisitorCounting } from "../../figures/read-visitor-counting.ts";
import type { Reader } from "../../threads/reader.ts";
import type { AskedQuestion, QueryEngine } from "../query-engine.ts";
import { answerConversions } from "./answer-conversions.ts";
import { answerFunnel } from "./answer-funnel.ts";
import { answerPaths } from "./answer-paths.ts";
import { answerRetention } from "./answer-retention.ts";
import { answerTrend } from "./answer-trend.ts";
import type { EngineQuestion } from "./engine-question.ts";

/** Answers questions out of the store's file: totals first, single events where they say more. */
export function createSqliteEngine(reader: Reader): QueryEngine {
	return {
		answer: (asked) => {
			const { question, now, goals } = asked;
			if (!isTimeZone(question.timezone)) {
				return refused(400, `${ZONE_RULE}: current value is "${question.timezone}"`);
			}
			const ranges = readRanges(reader, asked);
			if (isRefused(ranges)) return ranges;
			const counting = readVisitorCounting(reader, asked);
			// Only a client's own id is the same on another day.
			const unit = counting.by === "client" ? "people" : "visitor-days";
			const answer = answerKind(reader, { question, goals, now, unit, ...ranges });
			if (isRefused(answer)) return answer;
			const isOfSessions = answer.kind === "paths";
			return {
				...answer,
				from: new Date(ranges.range.from).toISOString(),
				to: new Date(ranges.range.to).toISOString(),
				timezone: question.timezone,
				visitors: { ...counting, unit: isOfSessions ? "visitor-days" : unit },
			};
		},
	};
}

const ZONE_RULE = "timezone must be a time zone of the IANA database, such as Europe/Berlin";

function answerKind(reader: Reader, asked: EngineQuestion<AskedQuestion["question"]["kind"]>) {
	const { question, ...rest } = asked;
	switch (question.kind) {
		case "trend":
			return answerTrend(reader, { ...rest, question });
		case "conversions":
			return answerConversions(reader, { ...rest, question });
		case "funnel":
			return answerFunnel(reader, { ...rest, question });
		case "retention":
			return answerRetention(reader, { ...rest, question });
		case "paths":
			return answerPaths(reader, { ...rest, question });
	}
}

interface Ranges {
	readonly range: LocalRange;
	readonly before: LocalRange | undefined;
}

function readRanges({ database }: Reader, { question, now }: AskedQuestion): Ranges | Refused {
	const { from, to, timezone } = question;
	const interval = question.kind === "trend" ? question.interval : "month";
	const asked = readRange(database, { from, to, timezone, interval, now });
	if (isRefused(asked)) return asked;
	const compare = question.kind === "trend" ? question.compare : "none";
	const before = { none: undefined, previous: asked.before, year: shiftYear(asked.range) };
	return { range: asked.range, before: before[compare] };
}
