import { isRefused, type Refused } from "../../../api/refused.ts";
import type { AnswerTo } from "../../../api-types/query-answer.ts";
import { EventSource } from "../clickhouse/event-source.ts";
import { knownSelector } from "../columns/selectors.ts";
import type { ClickHouseQuestion } from "../engine-question.ts";
import { periodStarts } from "./sqlite.ts";

type Retention = AnswerTo<"retention">;

interface Row {
	/** Start of the period that defines the cohort. */
	readonly first: number;
	/** Start of a period with returns; 0: the whole cohort. */
	readonly period: number;
	readonly people: number;
}

/** Counts the people of each period who return in it or in later periods. */
export async function answerRetention(
	asked: ClickHouseQuestion<"retention">,
): Promise<Pick<Retention, "kind" | "period" | "is_available" | "cohorts"> | Refused> {
	const { question, range, unit } = asked;
	const starts = periodStarts(range, question.period);
	if (isRefused(starts)) return starts;
	const answer = { kind: "retention", period: question.period } as const;
	if (unit !== "people") return { ...answer, is_available: false, cohorts: [] };
	const rows = await asked.rows<Row>(retentionSql(asked, starts));
	const people = new Map(rows.map((row) => [`${row.first} ${row.period}`, row.people]));
	return {
		...answer,
		is_available: true,
		cohorts: starts.map((start, index) => ({
			start: new Date(start).toISOString(),
			size: people.get(`${start} 0`) ?? 0,
			returned: starts.slice(index).map((later) => people.get(`${start} ${later}`) ?? 0),
		})),
	};
}

function retentionSql(
	{ question, goals, range, database, unit }: ClickHouseQuestion<"retention">,
	starts: readonly number[],
): string {
	const source = new EventSource({ database, filters: question.filters, goals, unit });
	const who = source.visitor();
	const [isStart, isReturn] = [question.start, question.returning].map((selector) =>
		selector === undefined ? "is_visit" : source.selects(knownSelector(selector, goals)),
	);
	const passes = source.passes();
	const from = starts[0] ?? range.from;
	return `SELECT first, arrayJoin(arrayConcat([toInt64(0)], arrayFilter(later -> later >= first, returns))) AS period,
			count() AS people
		FROM (
			SELECT minIf(period, is_start) AS first, groupUniqArrayIf(period, is_return) AS returns,
				countIf(is_start) AS start_count
			FROM (
				SELECT ${who} AS person, roundDown(at, CAST([${starts.join(", ")}] AS Array(Int64))) AS period,
					${isStart} AS is_start, ${isReturn} AS is_return
				FROM (${source.text({ from, to: range.to })})
				WHERE at >= ${from} AND at < ${range.to} AND ${passes} AND (${isStart} OR ${isReturn})
			)
			GROUP BY person
		)
		WHERE start_count > 0 GROUP BY first, period`;
}
