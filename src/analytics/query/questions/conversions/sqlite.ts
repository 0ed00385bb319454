import type { AnswerTo } from "../../../wire/dashboard/query-answer.ts";
import type { Goal } from "../../../wire/dashboard/question.ts";
import type { Reader } from "../../threads/reader.ts";
import type { EngineQuestion } from "../engine-question.ts";
import {
	type EventTest,
	knownSelector,
	selectorTest,
	testReadsProperties,
} from "../sqlite/event-test.ts";
import { eventValue } from "../sqlite/event-values.ts";
import { createQuestionScan, type ScannedDay } from "../sqlite/question-scan.ts";
import type { ScannedEvent } from "../sqlite/scan-days.ts";

type Conversions = AnswerTo<"conversions">;

/** How many reach each goal, how often, and what it is worth. */
export function answerConversions(
	reader: Reader,
	{ question, range, goals, unit }: EngineQuestion<"conversions">,
): Pick<Conversions, "kind" | "visitor_count" | "goals"> {
	const { filters, breakdown, limit } = question;
	const { strings } = reader;
	const asked = question.goals.map((key) => ({
		key,
		selector: knownSelector({ goal: key }, goals),
		// The route refuses questions about unknown goals.
		goal: goals[key] as Goal,
	}));
	const scan = createQuestionScan(reader, {
		filters,
		goals,
		unit,
		selectors: undefined,
		readsProperties:
			testReadsProperties({ event: undefined, conditions: [] }, filters) ||
			breakdown === "page" ||
			asked.some(
				({ selector, goal }) =>
					goal.value_property !== undefined || testReadsProperties(selector, filters),
			),
	});
	const count = new ConversionCount(
		asked.map(({ selector, goal }) => ({
			test: selectorTest(selector, strings),
			property: goal.value_property,
		})),
		unit === "visitor-days",
	);
	const readValue =
		breakdown === undefined ? () => undefined : eventValue({ dimension: breakdown }, strings);
	for (const day of scan.days(range)) {
		count.addDay(day, (event) => ({ who: scan.visitorOf(event), value: readValue(event) ?? null }));
	}
	const render = (index: number, tally: ConversionTally | undefined) => ({
		...(tally?.goals[index] ?? NOTHING_CONVERTED),
		rate: rateOf(tally?.goals[index]?.converted ?? 0, tally?.visitors ?? 0),
	});
	const rows = [...count.rows];
	return {
		kind: "conversions",
		visitor_count: count.all.visitors,
		goals: asked.map(({ key }, index) => ({
			goal: key,
			...render(index, count.all),
			rows:
				breakdown === undefined
					? []
					: rows
							.map(([value, tally]) => ({
								value_of: value,
								visitor_count: tally.visitors,
								...render(index, tally),
							}))
							.toSorted(
								(a, b) => b.conversions - a.conversions || b.visitor_count - a.visitor_count,
							)
							.slice(0, limit),
		})),
	};
}

interface GoalTest {
	readonly test: EventTest;
	readonly property: string | undefined;
}

interface ConversionTally {
	visitors: number;
	readonly goals: { conversions: number; converted: number; value: number }[];
	/** Who counts already: as a visitor under 0, as converted under the goal's place and 1. */
	readonly seen: Set<number | string>[];
}

const NOTHING_CONVERTED = { conversions: 0, converted: 0, value: 0 };

class ConversionCount {
	readonly all: ConversionTally;
	readonly rows = new Map<string | null, ConversionTally>();
	readonly #goals: readonly GoalTest[];
	readonly #isDaily: boolean;

	constructor(goals: readonly GoalTest[], isDaily: boolean) {
		this.#goals = goals;
		this.#isDaily = isDaily;
		this.all = this.#newTally();
	}

	addDay(
		{ eachEvent, passes }: ScannedDay,
		read: (event: ScannedEvent) => {
			readonly who: number | string | undefined;
			readonly value: string | null;
		},
	): void {
		eachEvent((event) => {
			if (!passes(event)) return;
			const { who, value } = read(event);
			const row = this.rows.get(value) ?? this.#newTally();
			this.rows.set(value, row);
			for (const tally of [this.all, row]) this.#add(tally, event, who);
		});
		if (!this.#isDaily) return;
		for (const { seen } of [this.all, ...this.rows.values()]) for (const one of seen) one.clear();
	}

	#add(tally: ConversionTally, event: ScannedEvent, who: number | string | undefined): void {
		// People known only from servers are not visitors, but may convert.
		if (event.sessionId !== undefined && isFirst(tally.seen[0], who)) tally.visitors += 1;
		for (const [index, { test, property }] of this.#goals.entries()) {
			const figures = tally.goals[index];
			if (figures === undefined || !test(event)) continue;
			figures.conversions += 1;
			if (isFirst(tally.seen[index + 1], who)) figures.converted += 1;
			const value = property === undefined ? 0 : Number(event.properties[property] ?? 0);
			if (Number.isFinite(value)) figures.value += value;
		}
	}

	#newTally(): ConversionTally {
		return {
			visitors: 0,
			goals: this.#goals.map(() => ({ ...NOTHING_CONVERTED })),
			seen: Array.from({ length: this.#goals.length + 1 }, () => new Set()),
		};
	}
}

function isFirst(
	seen: Set<number | string> | undefined,
	who: number | string | undefined,
): boolean {
	if (seen === undefined || who === undefined || seen.has(who)) return false;
	seen.add(who);
	return true;
}

function rateOf(part: number, whole: number): number | null {
	return whole === 0 ? null : part / whole;
}
