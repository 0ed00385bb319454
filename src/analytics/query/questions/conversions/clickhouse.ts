import type { AnswerTo } from "../../../wire/dashboard/query-answer.ts";
import type { Goal } from "../../../wire/dashboard/question.ts";
import { EventSource } from "../clickhouse/event-source.ts";
import type { ClickHouseQuestion } from "../engine-question.ts";
import { knownSelector } from "../sqlite/event-test.ts";

type Conversions = AnswerTo<"conversions">;

interface Row {
	readonly value_of: string | null;
	readonly visitor_count: number;
	readonly conversions: readonly number[];
	readonly converted: readonly number[];
	readonly value: readonly number[];
}

/** Of so many values, each goal shows those that it is reached with most. */
const MAX_ROWS = 20_000;

/** How many reach each goal, how often, and what it is worth. */
export async function answerConversions(
	asked: ClickHouseQuestion<"conversions">,
): Promise<Pick<Conversions, "kind" | "visitor_count" | "goals">> {
	const { question, rows } = asked;
	const [[all], parts] = await Promise.all([
		rows<Row>(conversionsSql(asked, false)),
		question.breakdown === undefined ? [] : rows<Row>(conversionsSql(asked, true)),
	]);
	return {
		kind: "conversions",
		visitor_count: all?.visitor_count ?? 0,
		goals: question.goals.map((goal, index) => ({
			goal,
			...figuresOf(all, index),
			rows: parts
				.map((row) => ({
					value_of: row.value_of,
					visitor_count: row.visitor_count,
					...figuresOf(row, index),
				}))
				.toSorted((a, b) => b.conversions - a.conversions || b.visitor_count - a.visitor_count)
				.slice(0, question.limit),
		})),
	};
}

function figuresOf(row: Row | undefined, goal: number) {
	const [visitors, converted] = [row?.visitor_count ?? 0, row?.converted[goal] ?? 0];
	return {
		conversions: row?.conversions[goal] ?? 0,
		converted,
		rate: visitors === 0 ? null : converted / visitors,
		value: row?.value[goal] ?? 0,
	};
}

function conversionsSql(
	{ question, goals, range, database, unit }: ClickHouseQuestion<"conversions">,
	isBrokenDown: boolean,
): string {
	const { filters, breakdown } = question;
	const source = new EventSource({ database, filters, goals, unit });
	const visitor = source.visitor();
	const tests = question.goals.map((key) => ({
		test: source.selects(knownSelector({ goal: key }, goals)),
		// The route refuses questions about unknown goals.
		property: (goals[key] as Goal).value_property,
	}));
	const value =
		isBrokenDown && breakdown !== undefined ? source.value({ dimension: breakdown }) : "NULL";
	const worth = tests.map(({ test, property }) =>
		property === undefined ? "0" : `sumIf(ifNull(${source.number(property)}, 0), ${test})`,
	);
	const conditions = [source.passes(), `at >= ${range.from}`, `at < ${range.to}`];
	const list = (of: (test: string) => string): string =>
		`[${tests.map(({ test }) => of(test)).join(", ")}]`;
	// No visitor spans two days: counting day by day keeps the sets small.
	const part = unit === "visitor-days" ? "day" : "0";
	return `SELECT value_of, sum(visitors) AS visitor_count, sumForEach(reached) AS conversions,
			sumForEach(reached_by) AS converted, sumForEach(worth) AS value
		FROM (
			SELECT ${value} AS value_of, ${part} AS part,
				uniqExactIf(${visitor}, visitor != 0) AS visitors,
				${list((test) => `countIf(${test})`)} AS reached,
				${list((test) => `uniqExactIf(${visitor}, ${test} AND ${source.isVisitor()})`)} AS reached_by,
				[${worth.join(", ")}] AS worth
			FROM (${source.text(range)}) WHERE ${conditions.join(" AND ")}
			GROUP BY value_of, part
		)
		GROUP BY value_of ORDER BY arraySum(conversions) DESC, visitor_count DESC LIMIT ${MAX_ROWS}`;
}
