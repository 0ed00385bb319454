import { EventSource } from "../clickhouse/event-source.ts";
import { knownSelector } from "../columns/selectors.ts";
import type { ClickHouseQuestion } from "../engine-question.ts";
import { type FunnelFigures, renderFunnel, SHOWN_LABELS } from "./render-funnel.ts";

interface Row {
	/** Counted group: all visitors, visitors of a step by their next event, or visitors of a value. */
	readonly part: "all" | "instead" | "value";
	readonly reached: number;
	/** Hash of the next event's label; 0: no event. */
	readonly next: string;
	readonly value: string | null;
	/** Number of visitors who made each step. */
	readonly counts: readonly number[];
	/** Milliseconds since the previous step, from the second step on. */
	readonly medians: readonly (number | null)[];
}

/** Maximum of hashes in one statement. */
const MAX_ASKED_LABELS = 1_000;

/** Answers a funnel: visitors and times by step, and the next events of visitors who left. */
export async function answerFunnel(asked: ClickHouseQuestion<"funnel">): Promise<FunnelFigures> {
	const { steps } = asked.question;
	const rows = await asked.rows<Row>(funnelSql(asked));
	const all = rows.find(({ part }) => part === "all");
	const ofPart = (part: Row["part"]): readonly Row[] => rows.filter((row) => row.part === part);
	const shown = steps.map((_, index) =>
		index === steps.length - 1
			? []
			: mostDone(ofPart("instead").filter(({ reached }) => reached === index + 1)),
	);
	const labels = await readLabels(asked, shown.flat());
	return renderFunnel(asked, {
		counts: all?.counts ?? [],
		medians: all?.medians ?? [],
		instead: shown.map((done) =>
			done.map((row) => ({ label: labels.get(row.next) ?? null, count: timesOf(row) })),
		),
		rows: ofPart("value").map(({ value, counts }) => ({ value, counts: [...counts] })),
	});
}

function timesOf({ counts: [times = 0] }: Row): number {
	return times;
}

/** Includes ties with the last shown row: their labels decide the order. */
function mostDone(rows: readonly Row[]): readonly Row[] {
	const last = rows.map(timesOf).toSorted((a, b) => b - a)[SHOWN_LABELS - 1] ?? 0;
	return rows.filter((row) => timesOf(row) >= last);
}

/** Finds the labels of hashes. Stops early, since frequent labels are among the first events. */
async function readLabels(
	{ rows, database, goals, range }: ClickHouseQuestion<"funnel">,
	shown: readonly Row[],
): Promise<ReadonlyMap<string, string>> {
	const hashes = [...new Set(shown.map(({ next }) => next))].filter((hash) => hash !== "0");
	if (hashes.length === 0) return new Map();
	const filters = { match: "all", conditions: [] } as const;
	const source = new EventSource({ database, filters, goals, unit: "visitor-days" });
	const [hash, label] = [labelHash(source), source.label()];
	const isAsked =
		hashes.length > MAX_ASKED_LABELS
			? "hash != 0"
			: `hash IN (${hashes.join(", ")}) LIMIT ${hashes.length}`;
	const named = await rows<{ readonly next: string; readonly label: string }>(
		`SELECT DISTINCT toString(${hash} AS hash) AS next, ${label} AS label
		FROM (${source.text(range)}) WHERE ${isAsked}`,
	);
	return new Map(named.map((row) => [row.next, row.label]));
}

function labelHash(source: EventSource): string {
	return source.label((text) => `assumeNotNull(cityHash64(${text}))`, "0");
}

/**
 * Finds the best chain in the sorted array of a visitor's *moments* (see `momentOf`). The next event
 * is the hash of its label: strings in arrays would take most of the time.
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
	const visitor = source.visitor();
	const who = isOfSessions ? source.column("session") : isDaily ? `day, ${visitor}` : visitor;
	const isRecognized = isDaily ? "is_visit" : source.isVisitor();
	// A session belongs to the range in which it began.
	const time = isOfSessions ? source.column("started") : "at";
	const value = breakdown === undefined ? undefined : source.value(breakdown);
	// In tuples, since groupArray skips NULL.
	const firstValue = "groupArray(tuple(value_of))[indexOf(moments, began)].1";
	const gaps = steps.slice(1).map((_, index) => ({
		name: `gap_${index}`,
		state: `quantileExactLowIfState(0.5)(times[${index + 2}] - times[${index + 1}], reached > ${index + 1})`,
		median: `if(sumIf(visitors, made > ${index + 1}) = 0, NULL, quantileExactLowIfMerge(0.5)(gap_${index}))`,
	}));
	const events = `SELECT *, ${momentOf(made)} AS moment, ${labelHash(source)} AS label_hash,
			${value ?? "NULL"} AS value_of
		FROM (${source.text(range, isOfSessions)}) WHERE ${time} >= ${range.from} AND ${time} < ${range.to} AND ${isRecognized}`;
	const keys = `[('all', toUInt8(0), toUInt64(0), CAST(NULL AS Nullable(String))),
		('instead', reached, next, NULL), ('value', 0, 0, value)]`;
	return `SELECT key.1 AS part, key.2 AS reached, toString(key.3) AS next, key.4 AS value,
			[${steps.map((_, index) => `sumIf(visitors, made > ${index})`).join(", ")}] AS counts,
			[${gaps.map(({ median }) => median).join(", ")}] AS medians
		FROM (
			SELECT *, reached AS made, arrayJoin(${keys}) AS key
			FROM (
				SELECT reached, next, value, count() AS visitors,
					${gaps.map(({ name, state }) => `${state} AS ${name}`).join(", ")}
				FROM (
					SELECT groupArray(moment) AS moments, groupArray(label_hash) AS hashes,
						${bestChain(question.window_seconds * 1_000, steps.length)},
						CAST(${value === undefined ? "NULL" : firstValue} AS Nullable(String)) AS value,
						arrayFirst((hash, then) -> hash != 0 AND then > ended,
							arraySort((hash, then) -> then, hashes, moments), arraySort(moments)) AS next
					FROM (${events}) GROUP BY ${who} HAVING first != 0
				)
				GROUP BY reached, next, value
			)
		)
		GROUP BY key`;
}

const TIME_BIT = 80;
const NUMBER_BIT = 8;

/** SQL of a *moment*, a number that sorts events: time, number, and a bit for each step. */
function momentOf(made: readonly string[]): string {
	return `(bitShiftLeft(toUInt128(at), ${TIME_BIT}) + bitShiftLeft(toUInt128(number), ${NUMBER_BIT}) + ${made.join(" + ")})`;
}

/**
 * SQL of `reached`, the number of steps of a visitor's best chain; of `began` and `ended`, the first and
 * the last moment of this chain; and of `times`, the times of its steps.
 * The first step, `first`, filters most visitors, so the rest of the SQL runs for few.
 *
 * For each number of steps, the chain that began last counts. For every moment, `began_2` is the
 * start of the newest chain of two steps so far. A step after the window is too late, as is every
 * later step. Of the longest chains, the one that ends first counts. It is followed back from its
 * end, each time to the nearest moment of the previous step.
 *
 * ClickHouse replaces an outer alias inside of a lambda, so parameters need unique names.
 */
function bestChain(windowMs: number, steps: number): string {
	const numbers = Array.from({ length: steps }, (_, index) => index + 1);
	const isMade = (step: number): string => `bitTest(bit, ${step - 1})`;
	const chains = numbers.flatMap((step) => {
		const begins =
			step === 1
				? `arrayMap((time, bit) -> if(${isMade(1)}, time, 0), step_times, bits)`
				: `arrayShiftRight(began_${step - 1}, 1)`;
		const isInTime = `${isMade(step)} AND start != 0 AND time - start <= ${windowMs}`;
		return [
			`arrayFill((start, bit) -> ${isMade(step)}, ${begins}, bits) AS began_${step}`,
			`arrayFirstIndex((time, start, bit) -> ${isInTime}, step_times, began_${step}, bits) AS end_${step}`,
		];
	});
	const furthestFirst = numbers.toReversed();
	const reached = furthestFirst.map((step) => `end_${step} != 0, ${step}`).join(", ");
	const places = furthestFirst.map((step) => {
		if (step === steps) return `end_${step} AS place_${step}`;
		const before = `arrayLastIndex((bit, place) -> ${isMade(step)} AND place < place_${step + 1}, bits, arrayEnumerate(bits))`;
		return `multiIf(reached = ${step}, end_${step}, reached > ${step}, ${before}, 0) AS place_${step}`;
	});
	return `minIf(moment, bitTest(toUInt8(moment), 0)) AS first,
		maxIf(moment, bitTest(toUInt8(moment), 1)) AS last,
		if(first < last, arraySort(arrayFilter(of_step -> toUInt8(of_step) != 0, moments)), []) AS step_moments,
		arrayMap(of_step -> toUInt8(of_step), step_moments) AS bits,
		arrayMap(of_step -> toInt64(bitShiftRight(of_step, ${TIME_BIT})), step_moments) AS step_times,
		${[...chains, `multiIf(${reached}, 1) AS reached`, ...places].join(",\n\t\t")},
		if(place_1 = 0, first, step_moments[place_1]) AS began,
		if(place_1 = 0, first, step_moments[greatest(${numbers.map((step) => `place_${step}`).join(", ")})]) AS ended,
		[${numbers.map((step) => `step_times[place_${step}]`).join(", ")}] AS times`;
}
