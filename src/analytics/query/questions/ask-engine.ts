import type { ClickHouse } from "../../store/clickhouse/connect.ts";
import type { ShipperStatus } from "../../store/clickhouse/shipper.ts";
import type { Documents } from "../../store/settings/documents.ts";
import type { QueryAnswer } from "../../wire/dashboard/query-answer.ts";
import type { Goal, Question } from "../../wire/dashboard/question.ts";
import type { StatsAnswer } from "../../wire/dashboard/stats.ts";
import { type Refused, refused } from "../api/refused.ts";
import type { QueryThreads } from "../thread-answers.ts";
import type { Client } from "../threads/reading-threads.ts";
import { createClickHouseEngine } from "./clickhouse-engine.ts";
import type { AskedQuestion } from "./engine-question.ts";
import { goalsOf } from "./goals-of.ts";
import { answerStats, type StatsSources } from "./overview/render-stats.ts";
import type { StatsQuestion } from "./overview/stats-facts.ts";

/** Answers to a question, with the goals that it names; it ends when the client has left. */
export type AskQuestion = (question: Question, client: Client) => Promise<QueryAnswer | Refused>;

export interface AskEngine {
	readonly ask: AskQuestion;
	/** The overview. */
	readonly askStats: (
		question: Omit<StatsQuestion, "now" | "countVisitorsBy">,
		client: Client,
	) => Promise<StatsAnswer | Refused>;
}

export interface AskEngineOptions {
	readonly store: { readonly documents: Pick<Documents, "get"> };
	readonly threads: QueryThreads;
	readonly now: () => number;
	readonly countVisitorsBy: AskedQuestion["countVisitorsBy"];
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
export function createAskEngine({
	store: { documents },
	threads,
	shipping,
	now,
	countVisitorsBy,
}: AskEngineOptions): AskEngine {
	const complete = () => {
		const status = shipping?.status();
		return shipping !== undefined && status?.isComplete === true
			? { status, clickHouse: shipping.clickHouse }
			: undefined;
	};
	const engineFor = (clickHouse: ClickHouse, client: Client) => {
		const left = new AbortController();
		client.once?.("close", () => left.abort());
		return createClickHouseEngine({
			clickHouse,
			signal: left.signal,
			readFacts: (question) => threads.ask("question-facts", question, client),
		});
	};
	return {
		ask: async (question, client) => {
			const goals = goalsOf(question, documents);
			const missing = Object.keys(goals).filter((key) => goals[key] === undefined);
			if (missing.length > 0) return missingGoals(missing);
			// None is missing.
			const known = goals as Readonly<Record<string, Goal>>;
			const asked = { question, goals: known, now: now(), countVisitorsBy };
			const second = complete();
			if (second === undefined) return threads.ask("query", asked, client);
			const { clickHouse, status } = second;
			const answer = await orAway(() => engineFor(clickHouse, client).answer(asked));
			return "kind" in answer
				? { ...answer, missing_since: missingSince(status, asked.now) }
				: answer;
		},
		askStats: async (question, client) => {
			const asked = { ...question, now: now(), countVisitorsBy };
			const answer = (countRange: StatsSources["countRange"]) =>
				answerStats(asked, {
					readFacts: (ofRange) => threads.ask("stats-facts", ofRange, client),
					countRange,
				});
			const second = complete();
			// Totals are in the file.
			if (second === undefined || asked.filters.length === 0) {
				return answer((ofRange, range) =>
					threads.ask("counted-range", { question: ofRange, range }, client),
				);
			}
			return orAway(() => answer(engineFor(second.clickHouse, client).countRange));
		},
	};
}

function missingGoals(keys: readonly string[]): Refused {
	const rule = "A goal must be defined before it is asked for: current value is";
	return refused(400, ...keys.map((key) => `${rule} "${key}"`));
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
