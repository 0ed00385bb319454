import type { QueryAnswer } from "../../wire/dashboard/query-answer.ts";
import { isRefused, type Refused } from "../api/refused.ts";
import type { LocalRange } from "../figures/local-range.ts";
import type { Reader } from "../threads/reader.ts";
import { answerConversions } from "./conversions/sqlite.ts";
import type { AskedQuestion, QueryEngine } from "./engine-question.ts";
import { answerFunnel } from "./funnel/sqlite.ts";
import type { CountedRange } from "./overview/render-stats.ts";
import { countRange } from "./overview/sqlite.ts";
import type { StatsQuestion } from "./overview/stats-facts.ts";
import { answerPaths } from "./paths/sqlite.ts";
import { readQuestionFacts } from "./question-facts.ts";
import { answerRetention } from "./retention/sqlite.ts";
import { answerTrend } from "./trend/sqlite.ts";
import { withFacts } from "./with-facts.ts";

/** Answers at once: it has a thread of its own. */
interface SqliteEngine extends QueryEngine {
	readonly answer: (asked: AskedQuestion) => QueryAnswer | Refused;
	readonly countRange: (question: StatsQuestion, range: LocalRange) => CountedRange;
}

/** Answers questions out of the store's file: totals first, single events where they say more. */
export function createSqliteEngine(reader: Reader): SqliteEngine {
	return {
		countRange: (question, range) => countRange(reader, question, range),
		answer: (asked) => {
			const { question } = asked;
			const facts = readQuestionFacts(reader, asked);
			if (isRefused(facts)) return facts;
			// The function of the question's own kind.
			const answer = ANSWERS[question.kind](reader, { ...asked, ...facts } as never);
			return isRefused(answer) ? answer : withFacts(answer, question, facts);
		},
	};
}

const ANSWERS = {
	trend: answerTrend,
	conversions: answerConversions,
	funnel: answerFunnel,
	retention: answerRetention,
	paths: answerPaths,
};
