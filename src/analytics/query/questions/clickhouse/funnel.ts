import type { AnswerTo } from "../../../wire/dashboard/query-answer.ts";
import { knownSelector } from "../sqlite/event-test.ts";
import type { ClickHouseQuestion } from "./clickhouse-question.ts";
import { eventLabel } from "./event-label.ts";
import { EventSource } from "./event-source.ts";
import { nearestRank } from "./trend.ts";

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
 * Each visitor's events that make a step are folded one after the other, in order of time: for each
 * number of steps, the chain that began last is kept, and of the furthest the first.
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
	const who = isOfSessions ? source.session() : source.visitor();
	const isSomebody = isOfSessions ? "visitor != 0" : source.isVisitor();
	const event = [
		...["at", "number", `${made.join(" + ")} AS made`, `${eventLabel(source)} AS label`],
		`${breakdown === undefined ? "CAST(NULL AS Nullable(String))" : source.value(breakdown)} AS value`,
	];
	const last = steps.length;
	const median = steps.slice(1).map((_, index) => {
		const gaps = `groupArrayIf(toInt64(times[${index + 2}]) - times[${index + 1}], reached > ${index + 1})`;
		return nearestRank(gaps, 50);
	});
	return `SELECT multiIf(grouping(reached) = 0, 'instead', grouping(value) = 0, 'value', 'all') AS part,
			reached, next, value,
			[${steps.map((_, index) => `countIf(reached > ${index})`).join(", ")}] AS counts,
			[${median.join(", ")}] AS medians
		FROM (
			SELECT arrayMap(made_event -> made_event.1, best) AS times, length(best) AS reached,
				own[best[1].2].value AS value,
				arrayFirst(other -> other.label IS NOT NULL, arraySlice(own, best[-1].2 + 1)).label AS next
			FROM (
				SELECT arraySort(own_event -> (own_event.at, own_event.number), groupArray(tuple(${event.join(", ")}))) AS own,
					${chainsFold(question.window_seconds * 1_000, last)}.2 AS best
				FROM (${source.text(range)})
				WHERE at >= ${range.from} AND at < ${range.to} AND ${isSomebody}
				GROUP BY ${isOfSessions ? "visitor, session" : who}
				HAVING notEmpty(best)
			)
		)
		GROUP BY GROUPING SETS ((), (reached, next), (value))`;
}

/** SQL of `(chains, best)`: a chain has the time and the place of each event that makes a step. */
function chainsFold(windowMs: number, steps: number): string {
	const chain = "Array(Tuple(Int64, UInt32))";
	const type = `Tuple(Array(${chain}), ${chain})`;
	const here = "[(moment.1, moment.2)]";
	const extended = Array.from({ length: steps }, (_, step) => {
		const isMade = `bitTest(moment.3, ${step})`;
		const before = `state.1[${step}]`;
		return step === 0
			? { isMade, chain: `CAST(${here} AS ${chain})` }
			: {
					isMade: `${isMade} AND notEmpty(${before}) AND moment.1 - ${before}[1].1 <= ${windowMs}`,
					chain: `arrayConcat(${before}, CAST(${here} AS ${chain}))`,
				};
	});
	const chains = extended.map(
		({ isMade, chain: next }, step) => `if(${isMade}, ${next}, state.1[${step + 1}])`,
	);
	const further = extended
		.map(({ isMade, chain: next }, step) => `${isMade} AND length(state.2) < ${step + 1}, ${next}`)
		.toReversed();
	return `arrayFold(
		(state, moment) -> CAST(([${chains.join(", ")}], multiIf(${further.join(", ")}, state.2)) AS ${type}),
		arrayFilter(moment -> moment.3 != 0, arrayMap((own_event, place) ->
			(toInt64(own_event.at), toUInt32(place), own_event.made), own, arrayEnumerate(own))),
		CAST(([${Array.from({ length: steps }, () => "[]").join(", ")}], []) AS ${type}))`;
}
