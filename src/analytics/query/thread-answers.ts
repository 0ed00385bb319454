import { readBlock, readSessionsAgain } from "../store/clickhouse/read-block.ts";
import { checkSlice } from "../store/file/check-slice.ts";
import { countDays } from "../store/shipping/count-days.ts";
import { readErrors, readNewErrors } from "./errors/read-errors.ts";
import { readEventNames } from "./events/read-event-names.ts";
import { readEventProperties } from "./events/read-event-properties.ts";
import { readVisitorsNow } from "./figures/read-visitors-now.ts";
import { searchPersons } from "./persons/search-persons.ts";
import { readBots } from "./problems/read-bots.ts";
import { readMissingPages } from "./problems/read-missing-pages.ts";
import type { AskedQuestion } from "./questions/engine-question.ts";
import { readQuestionFacts } from "./questions/question-facts.ts";
import { createSqliteEngine } from "./questions/sqlite-engine.ts";
import { readSearches } from "./searches/read-searches.ts";
import { readDataSize } from "./settings/read-data-size.ts";
import type { Reader } from "./threads/reader.ts";
import type { ReadingThreads, ThreadAnswers } from "./threads/reading-threads.ts";

/** What a thread can be asked, and who answers it. */
const ANSWERS = {
	query: (reader: Reader, asked: AskedQuestion) => createSqliteEngine(reader).answer(asked),
	"question-facts": readQuestionFacts,
	block: readBlock,
	"sessions-again": readSessionsAgain,
	"counts-by-day": countDays,
	"check-slice": checkSlice,
	"visitors-now": readVisitorsNow,
	bots: readBots,
	"missing-pages": readMissingPages,
	errors: readErrors,
	"new-errors": readNewErrors,
	searches: readSearches,
	"event-names": readEventNames,
	"event-properties": readEventProperties,
	persons: searchPersons,
	"data-size": readDataSize,
} as const satisfies ThreadAnswers;

/** Threads that answer these questions. */
export type QueryThreads = ReadingThreads<typeof ANSWERS>;

/** @param question Of that kind: the type of `ReadingThreads.ask()` makes sure of it. */
export function answerQuestion(reader: Reader, kind: string, question: unknown): unknown {
	const answers: ThreadAnswers = ANSWERS;
	const answer = answers[kind];
	if (answer === undefined) throw new RangeError(`A thread cannot answer "${kind}"`);
	return answer(reader, question as never);
}
