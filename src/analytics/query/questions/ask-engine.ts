import type { ClickHouse } from "../../store/clickhouse/connect.ts";
import type { ShipperStatus } from "../../store/clickhouse/shipper.ts";
import type { QueryAnswer } from "../../wire/dashboard/query-answer.ts";
import type { StatsAnswer } from "../../wire/dashboard/stats.ts";
import { type Refused, refused } from "../api/refused.ts";
import type { QueryThreads } from "../thread-answers.ts";
import { createClickHouseEngine } from "./clickhouse-engine.ts";
import type { AskedQuestion } from "./engine-question.ts";
import { answerStats, type StatsSources } from "./overview/render-stats.ts";
import type { StatsQuestion } from "./overview/stats-facts.ts";

/** The response that an answer is for: with it, the question ends. */
export interface Asker {
	readonly destroyed: boolean;
	/** Absent where no client can leave. */
	readonly once?: (event: "close", left: () => void) => unknown;
}

/** Both end when the client has left. */
export interface AskEngine {
	readonly answer: (asked: AskedQuestion, asker: Asker) => Promise<QueryAnswer | Refused>;
	readonly stats: (asked: StatsQuestion, asker: Asker) => Promise<StatsAnswer | Refused>;
}

export interface QuestionEngines {
	readonly threads: QueryThreads;
	/** Absent: the file answers everything. */
	readonly shipping:
		| { readonly clickHouse: ClickHouse; readonly status: () => ShipperStatus }
		| undefined;
}

/** Events that wait less long are not reported. */
const USUAL_DELAY_MS = 30_000;

/**
 * Asks the engine that has all events: ClickHouse, once it has received every event of the file,
 * or else the file.
 */
export function createAskEngine({ threads, shipping }: QuestionEngines): AskEngine {
	const complete = () => {
		const status = shipping?.status();
		return shipping !== undefined && status?.isComplete === true
			? { status, clickHouse: shipping.clickHouse }
			: undefined;
	};
	const engineFor = (clickHouse: ClickHouse, asker: Asker) => {
		const left = new AbortController();
		asker.once?.("close", () => left.abort());
		return createClickHouseEngine({
			clickHouse,
			signal: left.signal,
			readFacts: (question) => threads.ask("question-facts", question, asker),
		});
	};
	return {
		answer: async (asked, asker) => {
			const second = complete();
			if (second === undefined) return threads.ask("query", asked, asker);
			const { clickHouse, status } = second;
			const answer = await orAway(() => engineFor(clickHouse, asker).answer(asked));
			return "kind" in answer
				? { ...answer, missing_since: missingSince(status, asked.now) }
				: answer;
		},
		stats: async (asked, asker) => {
			const answer = (countRange: StatsSources["countRange"]) =>
				answerStats(asked, {
					readFacts: (question) => threads.ask("stats-facts", question, asker),
					countRange,
				});
			const second = complete();
			// Totals are in the file.
			if (second === undefined || asked.filters.length === 0) {
				return answer((question, range) =>
					threads.ask("counted-range", { question, range }, asker),
				);
			}
			return orAway(() => answer(engineFor(second.clickHouse, asker).countRange));
		},
	};
}

async function orAway<Answer>(
	ask: () => Answer | Promise<Answer>,
): Promise<Awaited<Answer> | Refused> {
	try {
		return await ask();
	} catch (error) {
		if (!isAway(error)) throw error;
		return refused(
			503,
			`ClickHouse does not answer (${reasonOf(error)}): events are taken and kept, and questions are answered again when it is back`,
		);
	}
}

function missingSince({ waitingSince }: ShipperStatus, now: number): string | null {
	if (waitingSince === undefined || now - waitingSince < USUAL_DELAY_MS) return null;
	return new Date(waitingSince).toISOString();
}

/** No connection, or too much to do; a statement that is wrong is our own mistake. */
function isAway(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	return !("type" in error) || PASSING.has(String(error.type));
}

const PASSING: ReadonlySet<string> = new Set([
	"MEMORY_LIMIT_EXCEEDED",
	"TIMEOUT_EXCEEDED",
	"TOO_MANY_SIMULTANEOUS_QUERIES",
]);

function reasonOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	if ("type" in error) return String(error.type);
	return "code" in error ? String(error.code) : error.message;
}
