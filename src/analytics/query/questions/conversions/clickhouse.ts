import type { Goal } from "../../../api-types/question.ts";
import { EventSource } from "../clickhouse/event-source.ts";
import { knownSelector } from "../columns/selectors.ts";
import type { ClickHouseQuestion } from "../engine-question.ts";
import {
	type ConversionsFigures,
	type CountedConversions,
	renderConversions,
} from "./render-conversions.ts";

interface Row {
	readonly value_of: string | null;
	readonly visitor_count: number;
	readonly conversions: readonly number[];
	readonly converted: readonly number[];
	readonly value: readonly number[];
}

/** Maximum of values that are read; each goal shows its most frequent ones among them. */
const MAX_ROWS = 20_000;

/** Answers how many visitors reach each goal, how often, and with which value. */
export async function answerConversions(
	asked: ClickHouseQuestion<"conversions">,
): Promise<ConversionsFigures> {
	const { question, rows } = asked;
	const [[all], parts] = await Promise.all([
		rows<Row>(conversionsSql(asked, false)),
		question.breakdown === undefined ? [] : rows<Row>(conversionsSql(asked, true)),
	]);
	return renderConversions(
		question,
		countedOf(all),
		parts.map((row) => [row.value_of, countedOf(row)]),
	);
}

function countedOf(row: Row | undefined): CountedConversions {
	if (row === undefined) return { visitors: 0, goals: [] };
	return {
		visitors: row.visitor_count,
		goals: row.conversions.map((conversions, index) => ({
			...{ conversions, converted: row.converted[index] ?? 0, value: row.value[index] ?? 0 },
		})),
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
	// No daily visitor spans two days: counting day by day keeps the sets small.
	const part = unit === "visitor-days" ? "day" : "0";
	return `SELECT value_of, sum(visitors) AS visitor_count, sumForEach(reached) AS conversions,
			sumForEach(reached_by) AS converted, sumForEach(worth) AS value
		FROM (
			SELECT ${value} AS value_of, ${part} AS part,
				uniqExactIf(${visitor}, is_visit) AS visitors,
				${list((test) => `countIf(${test})`)} AS reached,
				${list((test) => `uniqExactIf(${visitor}, ${test} AND ${source.isVisitor()})`)} AS reached_by,
				[${worth.join(", ")}] AS worth
			FROM (${source.text(range)}) WHERE ${conditions.join(" AND ")}
			GROUP BY value_of, part
		)
		GROUP BY value_of ORDER BY arraySum(conversions) DESC, visitor_count DESC LIMIT ${MAX_ROWS}`;
}
