import { readBlock, readSessionsAgain } from "../../store/clickhouse/read-block.ts";
import { checkSlice } from "../../store/file/check-slice.ts";
import { countDays } from "../../store/shipping/count-days.ts";
import { readEventNames } from "../events/read-event-names.ts";
import { readEventProperties } from "../events/read-event-properties.ts";
import type { LocalRange } from "../figures/local-range.ts";
import { readVisitorsNow } from "../figures/read-visitors-now.ts";
import { readStatsFacts, type StatsQuestion } from "../figures/stats-facts.ts";
import { searchPersons } from "../persons/search-persons.ts";
import { readProblems } from "../problems/read-problems.ts";
import type { AskedQuestion } from "../questions/query-engine.ts";
import { readQuestionFacts } from "../questions/sqlite/question-facts.ts";
import { createSqliteEngine } from "../questions/sqlite/sqlite-engine.ts";
import { readSearches } from "../searches/read-searches.ts";
import { readDataSize } from "../settings/read-data-size.ts";
import type { Reader } from "./reader.ts";

/** What a thread can be asked, and who answers it. */
const ANSWERS = {
	query: (reader: Reader, asked: AskedQuestion) => createSqliteEngine(reader).answer(asked),
	"question-facts": readQuestionFacts,
	block: readBlock,
	"sessions-again": readSessionsAgain,
	"counts-by-day": countDays,
	"check-slice": checkSlice,
	"stats-facts": readStatsFacts,
	"counted-range": (reader: Reader, { question, range }: RangeToCount) =>
		createSqliteEngine(reader).countRange(question, range),
	"visitors-now": readVisitorsNow,
	problems: readProblems,
	searches: readSearches,
	"event-names": readEventNames,
	"event-properties": readEventProperties,
	persons: searchPersons,
	"data-size": readDataSize,
} as const satisfies Readonly<Record<string, (reader: Reader, question: never) => unknown>>;

interface RangeToCount {
	readonly question: StatsQuestion;
	readonly range: LocalRange;
}

type Answers = typeof ANSWERS;

export type QuestionKind = keyof Answers;
export type QuestionOf<Kind extends QuestionKind> = Parameters<Answers[Kind]>[1];
export type AnswerOf<Kind extends QuestionKind> = ReturnType<Answers[Kind]>;

/** @param question Of that kind: `ReadingThreads.ask()` lets no other pass. */
export function answerQuestion(reader: Reader, kind: QuestionKind, question: unknown): unknown {
	const answer = ANSWERS[kind] as (reader: Reader, question: unknown) => unknown;
	return answer(reader, question);
}
