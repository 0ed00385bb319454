import { isAiAgent } from "../../shared/ai-agents.ts";
import { isoTime } from "../api/iso-time.ts";
import { isRefused } from "../api/refused.ts";
import { countDays } from "../store/clickhouse/compare-days.ts";
import { readBlock } from "../store/clickhouse/read-block.ts";
import { type SealOptions, sealDay } from "../store/columns/seal-days.ts";
import { numberOf } from "../store/database/stored-id.ts";
import { checkSlice } from "../store/file/check-slice.ts";
import { listEvents } from "./events/list-events.ts";
import type { RowsQuestion } from "./figures/local-range.ts";
import { answerRange, readRange } from "./figures/read-range.ts";
import { searchPersons } from "./persons/search-persons.ts";
import { largestRows } from "./questions/counted-figures.ts";
import { readTotalRows } from "./questions/overview/read-totals.ts";
import { readQuestionFacts } from "./questions/query-context.ts";
import { answerFromFile } from "./questions/sqlite-engine.ts";
import { readErrors, readNewErrors } from "./reports/read-errors.ts";
import { readEventProperties } from "./reports/read-event-properties.ts";
import { readMissingPages } from "./reports/read-missing-pages.ts";
import { readSearches } from "./reports/read-searches.ts";
import type { Reader } from "./threads/reader.ts";
import type { ReadingThreads, ThreadAnswers } from "./threads/reading-threads.ts";

/** Kinds of questions for a thread, with the functions that answer them. */
const ANSWERS = {
	query: answerFromFile,
	"question-facts": readQuestionFacts,
	block: readBlock,
	"counts-by-day": countDays,
	"check-slice": checkSlice,
	"seal-day": sealNextDay,
	"visitors-now": readVisitorsNow,
	bots: readBots,
	"missing-pages": readMissingPages,
	errors: readErrors,
	"new-errors": readNewErrors,
	searches: readSearches,
	events: listEvents,
	"event-names": readEventNames,
	"event-properties": readEventProperties,
	persons: searchPersons,
	"data-size": readDataSize,
} as const satisfies ThreadAnswers;

/** Threads that answer these questions. */
export type QueryThreads = ReadingThreads<typeof ANSWERS>;

/** @param question Matches `kind`: the type of `ReadingThreads.ask()` guarantees it. */
export function answerQuestion(reader: Reader, kind: string, question: unknown): unknown {
	const answers: ThreadAnswers = ANSWERS;
	const answer = answers[kind];
	if (answer === undefined) throw new RangeError(`A thread cannot answer "${kind}"`);
	return answer(reader, question as never);
}

function sealNextDay(reader: Reader, question: Pick<SealOptions, "today" | "after">) {
	return sealDay({ from: reader, storePath: reader.path, ...question });
}

/** Counts visitors with an event in the last five minutes. */
function readVisitorsNow({ database }: Reader, now: number): number {
	const row = database
		.prepare(`
			SELECT count(DISTINCT coalesce(-e.visitor, d.person, d.id)) AS visitors
			FROM events e INDEXED BY events_by_time JOIN distinct_ids d ON d.id = e.distinct_id
			WHERE e.timestamp >= ? AND e.traits IS NOT NULL
		`)
		.get(now - 5 * 60_000);
	return Number(row?.["visitors"]);
}

/** Reads the names of events from totals, without events of bots. */
function readEventNames(reader: Reader, question: RowsQuestion) {
	const asked = readRange(reader.database, { ...question, interval: "month" });
	if (isRefused(asked)) return asked;
	const rows = readTotalRows(reader, asked.range, { ...question, breakdowns: ["event"] });
	const results = largestRows(rows, "event", question).map(({ value, views }) => {
		return { event: value, count: views };
	});
	return { results };
}

/** Bots that identify themselves: the only kind of problem that the store has. */
function readBots(reader: Reader, question: RowsQuestion) {
	return answerRange(reader, question, (range) => {
		const rows = readTotalRows(reader, range, { ...question, breakdowns: ["bot"] });
		const bots = largestRows(rows, "bot", question).map(({ value, views }) => {
			return { name: value, events: views, is_ai_agent: isAiAgent(value) };
		});
		return { bots };
	});
}

/** Amount of stored data. In a thread, because counting ten million events is slow. */
function readDataSize({ database }: Reader, _question: undefined) {
	const row = database
		.prepare(`
			SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM persons) AS persons,
				(SELECT min(timestamp) FROM events) AS oldest, (SELECT max(timestamp) FROM events) AS newest
		`)
		.get();
	return {
		events: Number(row?.["events"]),
		persons: Number(row?.["persons"]),
		oldest_event_at: isoTime(numberOf(row?.["oldest"])),
		newest_event_at: isoTime(numberOf(row?.["newest"])),
	};
}
