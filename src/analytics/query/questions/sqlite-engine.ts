import { isRefused } from "../../api/refused.ts";
import type { Reader } from "../threads/reader.ts";
import { answerConversions } from "./conversions/sqlite.ts";
import type { AskedQuestion, EngineAnswer } from "./engine-question.ts";
import { answerFunnel } from "./funnel/sqlite.ts";
import { answerStats } from "./overview/sqlite.ts";
import { answerPaths } from "./paths/sqlite.ts";
import { readQuestionFacts, withFacts } from "./query-context.ts";
import { answerRetention } from "./retention/sqlite.ts";
import { answerTrend } from "./trend/sqlite.ts";

/**
 * Answers a question from totals, and from the columns of events where totals do not suffice. Blocks until it is done: it runs in its own thread.
 */
export function answerFromFile(reader: Reader, asked: AskedQuestion): EngineAnswer {
	return reader.inSnapshot(() => answer(reader, asked));
}

function answer(reader: Reader, asked: AskedQuestion): EngineAnswer {
	const { question } = asked;
	const facts = readQuestionFacts(reader, asked);
	if (isRefused(facts)) return facts;
	// The function matches the kind of the question.
	const answered = ANSWERS[question.kind](reader, { ...asked, ...facts } as never);
	return isRefused(answered) ? answered : withFacts(answered, question, facts);
}

const ANSWERS = {
	stats: answerStats,
	trend: answerTrend,
	conversions: answerConversions,
	funnel: answerFunnel,
	retention: answerRetention,
	paths: answerPaths,
};
