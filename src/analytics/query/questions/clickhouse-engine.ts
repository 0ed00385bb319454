import type { ClickHouse } from "../../store/clickhouse/connect.ts";
import { isRefused, type Refused } from "../api/refused.ts";
import { answerConversions } from "./conversions/clickhouse.ts";
import type { AskedQuestion, ClickHouseQuestion, QueryEngine } from "./engine-question.ts";
import { answerFunnel } from "./funnel/clickhouse.ts";
import { countRange } from "./overview/clickhouse.ts";
import { answerPaths } from "./paths/clickhouse.ts";
import type { QuestionFacts } from "./question-facts.ts";
import { answerRetention } from "./retention/clickhouse.ts";
import { answerTrend } from "./trend/clickhouse.ts";
import { withFacts } from "./with-facts.ts";

export interface ClickHouseEngineOptions {
	readonly clickHouse: ClickHouse;
	/** What the store itself knows: the range, how visitors are counted, and totals. */
	readonly readFacts: (asked: AskedQuestion) => Promise<QuestionFacts | Refused>;
	/** Ends what has been asked. */
	readonly signal?: AbortSignal;
}

/** Answers questions out of ClickHouse: single events there, totals in the store's file. */
export function createClickHouseEngine({
	clickHouse,
	readFacts,
	signal,
}: ClickHouseEngineOptions): QueryEngine {
	const { database } = clickHouse.address;
	const rows = <Row>(statement: string) => clickHouse.rows<Row>(statement, signal);
	return {
		countRange: (question, range) => countRange(question, range, { database, rows }),
		answer: async (asked) => {
			const { question, goals, now } = asked;
			const facts = await readFacts(asked);
			if (isRefused(facts)) return facts;
			const { range, before, unit, totals } = facts;
			const answer = await answerKind({
				...{ question, goals, now, range, before, unit, totals },
				...{ database, rows },
			});
			return isRefused(answer) ? answer : withFacts(answer, question, facts);
		},
	};
}

function answerKind(asked: ClickHouseQuestion<AskedQuestion["question"]["kind"]>) {
	const { question, ...rest } = asked;
	switch (question.kind) {
		case "trend":
			return answerTrend({ ...rest, question });
		case "conversions":
			return answerConversions({ ...rest, question });
		case "funnel":
			return answerFunnel({ ...rest, question });
		case "retention":
			return answerRetention({ ...rest, question });
		case "paths":
			return answerPaths({ ...rest, question });
	}
}
