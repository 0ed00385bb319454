import type { AnswerTo } from "../../../wire/dashboard/query-answer.ts";
import { knownSelector } from "../sqlite/event-test.ts";
import type { ClickHouseQuestion } from "./clickhouse-question.ts";
import { eventLabel } from "./event-label.ts";
import { EventSource } from "./event-source.ts";
import { bestChain, momentOf, timeOf } from "./funnel-chain.ts";

type Funnel = AnswerTo<"funnel">;

interface Row {
	/** Of what: everything, those who came so far and went on so, or those of a value. */
	readonly part: "all" | "instead" | "value";
	readonly reached: number;
	readonly next: string | null;
	readonly value: string | null;
	/** How many made each step. */
	readonly counts: readonly number[];
	/** Of the second step and those behind it. */
	readonly medians: readonly (number | null)[];
}

const SHOWN_LABELS = 10;

/** How many make one step after the other, how long they take, and where the others go. */
export async function answerFunnel(
	asked: ClickHouseQuestion<"funnel">,
): Promise<Pick<Funnel, "kind" | "by" | "steps" | "rows">> {
	const { by, limit } = asked.question;
	const rows = await asked.rows<Row>(funnelSql(asked));
	const all = rows.find(({ part }) => part === "all");
	const counts = all?.counts ?? asked.question.steps.map(() => 0);
	const [first = 0] = counts;
	const ofPart = (part: Row["part"]): readonly Row[] => rows.filter((row) => row.part === part);
	return {
		kind: "funnel",
		by,
		steps: counts.map((count, index) => {
			const previous = counts[index - 1];
			const isLast = index === counts.length - 1;
			return {
				count,
				rate: first === 0 ? null : count / first,
				rate_of_previous: previous === undefined || previous === 0 ? null : count / previous,
				median_ms: all?.medians[index - 1] ?? null,
				left: count - (counts[index + 1] ?? count),
				instead: ofPart("instead")
					.filter(({ reached }) => !isLast && reached === index + 1)
					.map(({ next, counts: [times = 0] }) => ({ label: next, count: times }))
					.toSorted((a, b) => b.count - a.count || ((a.label ?? "") < (b.label ?? "") ? -1 : 1))
					.slice(0, SHOWN_LABELS),
			};
		}),
		rows: ofPart("value")
			.map(({ value, counts: own }) => ({ value, counts: [...own] }))
			.toSorted(
				(a, b) =>
					(b.counts[0] ?? 0) - (a.counts[0] ?? 0) || ((a.value ?? "") < (b.value ?? "") ? -1 : 1),
			)
			.slice(0, limit),
	};
}

/**
 * Each visitor's events are a sorted array of moments, of which the best chain is found. What was
 * done next is carried as the hash of its label, and named when it has been counted: texts in arrays
 * would take most of the time.
 */
function funnelSql({
	question,
	goals,
	range,
	database,
	unit,
}: ClickHouseQuestion<"funnel">): string {
	const { filters, breakdown, by, steps } = question;
	const isOfSessions = by === "session";
	const source = new EventSource({
		...{ database, filters, goals },
		unit: isOfSessions ? "visitor-days" : unit,
	});
	const passes = source.passes();
	const made = steps.map(
		(step, index) =>
			`bitShiftLeft(toUInt8(${source.selects(knownSelector(step, goals))} AND ${passes}), ${index})`,
	);
	const isDaily = isOfSessions || unit === "visitor-days";
	// The table lies in the order of days and visitors, so these groups are made as they are read.
	const who = isDaily
		? `day, visitor${isOfSessions ? `, ${source.column("session")}` : ""}`
		: source.visitor();
	const isSomebody = isDaily ? "visitor != 0" : source.isVisitor();
	const label = eventLabel(source);
	const labelHash = eventLabel(source, (text) => `assumeNotNull(cityHash64(${text}))`, "0");
	const value = breakdown === undefined ? undefined : source.value(breakdown);
	// In tuples, as arrays leave out what is not known.
	const valuesInOrder =
		"arraySort((text, moment) -> moment, groupArray(tuple(value_of)), groupArray(moment))";
	const gaps = steps.slice(1).map((_, index) => ({
		name: `gap_${index}`,
		state: `quantileExactLowIfState(0.5)(times[${index + 2}] - times[${index + 1}], reached > ${index + 1})`,
		median: `if(sumIf(visitors, reached > ${index + 1}) = 0, NULL, quantileExactLowIfMerge(0.5)(gap_${index}))`,
	}));
	const events = `SELECT *, ${momentOf(made)} AS moment, ${labelHash} AS label_hash,
			${value ?? "NULL"} AS value_of
		FROM (${source.text(range)}) WHERE at >= ${range.from} AND at < ${range.to} AND ${isSomebody}`;
	return `SELECT part, reached, label AS next, value, counts, medians
		FROM (
			SELECT multiIf(grouping(reached) = 0, 'instead', grouping(value) = 0, 'value', 'all') AS part,
				reached, next, value,
				[${steps.map((_, index) => `sumIf(visitors, reached > ${index})`).join(", ")}] AS counts,
				[${gaps.map(({ median }) => median).join(", ")}] AS medians
			FROM (
				SELECT reached, next, value, count() AS visitors,
					${gaps.map(({ name, state }) => `${state} AS ${name}`).join(", ")}
				FROM (
					SELECT arraySort(groupArray(moment)) AS moments,
						arraySort((hash, moment) -> moment, groupArray(label_hash), groupArray(moment)) AS hashes,
						${bestChain(question.window_seconds * 1_000, steps.length)},
						[${steps.map((_, index) => timeOf(`moments[places[${index + 1}]]`)).join(", ")}] AS times,
						CAST(${value === undefined ? "NULL" : `${valuesInOrder}[places[1]].1`} AS Nullable(String)) AS value,
						arrayFirst(hash -> hash != 0, arraySlice(hashes, places[reached] + 1)) AS next
					FROM (${events}) GROUP BY ${who} HAVING reached > 0
				)
				GROUP BY reached, next, value
			)
			GROUP BY GROUPING SETS ((), (reached, next), (value))
		) AS counted
		GLOBAL LEFT ANY JOIN (
			SELECT ${labelHash} AS next, ${label} AS label
			FROM (SELECT DISTINCT event, page FROM (${source.text(range)})) WHERE next != 0
		) AS named USING (next)`;
}
