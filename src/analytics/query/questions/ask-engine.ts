import { isoTime } from "../../api/iso-time.ts";
import { isRefused, type Refused, refused } from "../../api/refused.ts";
import type { Goal } from "../../api-types/question.ts";
import type { ClickHouse } from "../../store/clickhouse/connect.ts";
import type { ShipperStatus } from "../../store/clickhouse/shipper.ts";
import type { Documents } from "../../store/settings/documents.ts";
import type { QueryThreads } from "../thread-answers.ts";
import type { Client } from "../threads/reading-threads.ts";
import { answerFromClickHouse } from "./clickhouse-engine.ts";
import type { AnyQuestion, AskedQuestion, ResultOf } from "./engine-question.ts";
import { goalsOf } from "./goals-of.ts";

/** Answers a question, after a lookup of its goals. Stops when the client disconnects. */
export type AskQuestion = <Asked extends AnyQuestion>(
	question: Asked,
	client: Client,
) => Promise<ResultOf<Asked["kind"]> | Refused>;

export interface AskEngineOptions {
	readonly store: { readonly documents: Pick<Documents, "get"> };
	readonly threads: QueryThreads;
	readonly now: () => number;
	readonly countVisitorsBy: AskedQuestion["countVisitorsBy"];
	/** Absent if the file answers all questions. */
	readonly shipping:
		| { readonly clickHouse: ClickHouse; readonly status: () => ShipperStatus }
		| undefined;
}

/** A shorter delay of shipped events is not reported. */
const USUAL_DELAY_MS = 30_000;

/**
 * Sends questions to the engine that has all events: to ClickHouse once it has received every event
 * of the file, else to the file.
 */
export function createAskEngine({
	store: { documents },
	threads,
	shipping,
	now,
	countVisitorsBy,
}: AskEngineOptions): AskQuestion {
	const askClickHouse = (asked: AskedQuestion, clickHouse: ClickHouse, client: Client) => {
		const left = new AbortController();
		client.once?.("close", () => left.abort());
		return answerFromClickHouse(asked, {
			clickHouse,
			signal: left.signal,
			readFacts: (question) => threads.ask("question-facts", question, client),
		});
	};
	return async <Asked extends AnyQuestion>(question: Asked, client: Client) => {
		const goals = goalsOf(question, documents);
		const missing = Object.keys(goals).filter((key) => goals[key] === undefined);
		if (missing.length > 0) return missingGoals(missing);
		// The check above ensures that no goal is missing.
		const known = goals as Readonly<Record<string, Goal>>;
		const asked: AskedQuestion = { question, goals: known, now: now(), countVisitorsBy };
		const status = shipping?.status();
		// The answer has the kind of the question.
		if (shipping === undefined || status?.isComplete !== true) {
			return (await threads.ask("query", asked, client)) as never;
		}
		const answer = await askClickHouse(asked, shipping.clickHouse, client).catch(refuseIfAway);
		if (isRefused(answer)) return answer;
		return { ...answer, missing_since: missingSince(status, asked.now) } as never;
	};
}

function missingGoals(keys: readonly string[]): Refused {
	const rule = "A question can only use goals that exist: current value is";
	return refused(400, ...keys.map((key) => `${rule} "${key}"`));
}

function refuseIfAway(error: unknown): Refused {
	if (!isAway(error)) throw error;
	return refused(
		503,
		`ClickHouse is unavailable (${reasonOf(error)}): events are still stored, and questions work again when it is available`,
	);
}

function missingSince({ waitingSince = Infinity }: ShipperStatus, now: number): string | null {
	return now - waitingSince < USUAL_DELAY_MS ? null : isoTime(waitingSince);
}

/** Whether ClickHouse is unreachable or overloaded. An invalid statement is a bug of this service. */
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
