import { isRefused, type Refused } from "../../api/refused.ts";
import type { ClickHouse } from "../../store/clickhouse/connect.ts";
import { answerConversions } from "./conversions/clickhouse.ts";
import type { AskedQuestion, EngineAnswer, QueryContext } from "./engine-question.ts";
import { answerFunnel } from "./funnel/clickhouse.ts";
import { answerStats } from "./overview/clickhouse.ts";
import { answerPaths } from "./paths/clickhouse.ts";
import { withFacts } from "./query-context.ts";
import { answerRetention } from "./retention/clickhouse.ts";
import { answerTrend } from "./trend/clickhouse.ts";

export interface ClickHouseEngineOptions {
	readonly clickHouse: ClickHouse;
	/** Reads facts from the store: the range, how visitors are counted, and totals. */
	readonly readFacts: (asked: AskedQuestion) => Promise<QueryContext | Refused>;
	/** Cancels the running statements. */
	readonly signal?: AbortSignal;
}

/** Answers a question: single events come from ClickHouse, totals from the store's file. */
export async function answerFromClickHouse(
	asked: AskedQuestion,
	{ clickHouse, readFacts, signal }: ClickHouseEngineOptions,
): Promise<EngineAnswer> {
	const { database } = clickHouse.address;
	const rows = <Row>(statement: string) => clickHouse.rows<Row>(statement, signal);
	const { question } = asked;
	const facts = await readFacts(asked);
	if (isRefused(facts)) return facts;
	// The function matches the kind of the question.
	const answer = await ANSWERS[question.kind]({ ...asked, ...facts, database, rows } as never);
	return isRefused(answer) ? answer : withFacts(answer, question, facts);
}

const ANSWERS = {
	stats: answerStats,
	trend: answerTrend,
	conversions: answerConversions,
	funnel: answerFunnel,
	retention: answerRetention,
	paths: answerPaths,
};
