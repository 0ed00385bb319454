import type { Goal } from "../../../wire/dashboard/question.ts";
import type { Reader } from "../../threads/reader.ts";
import type { EngineQuestion } from "../engine-question.ts";
import { knownSelector, selectorTest, testReadsProperties } from "../sqlite/event-test.ts";
import { eventValue } from "../sqlite/event-values.ts";
import { createQuestionScan } from "../sqlite/question-scan.ts";
import type { ScannedEvent } from "../sqlite/scan-days.ts";
import { type ConversionsFigures, renderConversions } from "./render-conversions.ts";

type Who = number | undefined;

interface ConversionTally {
	visitors: number;
	readonly goals: { conversions: number; converted: number; value: number }[];
	/** Visitors that are already counted. Index 0: as visitors; index i + 1: as converted for goal i. */
	readonly seen: Set<Who>[];
}

/** Answers how many visitors reach each goal, how often, and with which value. */
export function answerConversions(
	reader: Reader,
	{ question, range, goals, unit }: EngineQuestion<"conversions">,
): ConversionsFigures {
	const { filters, breakdown } = question;
	const asked = question.goals.map((key) => {
		const selector = knownSelector({ goal: key }, goals);
		const test = selectorTest(selector, reader.strings);
		// The route refuses questions about unknown goals.
		return { selector, test, property: (goals[key] as Goal).value_property };
	});
	const scan = createQuestionScan(reader, {
		filters,
		goals,
		unit,
		selectors: undefined,
		readsProperties:
			testReadsProperties({ event: undefined, conditions: [] }, filters) ||
			breakdown === "page" ||
			asked.some(
				({ selector, property }) =>
					property !== undefined || testReadsProperties(selector, filters),
			),
	});
	const newTally = (): ConversionTally => ({
		visitors: 0,
		goals: asked.map(() => ({ conversions: 0, converted: 0, value: 0 })),
		seen: Array.from({ length: asked.length + 1 }, () => new Set()),
	});
	const add = (tally: ConversionTally, event: ScannedEvent, who: Who): void => {
		// People known only from server events are not visitors, but may convert.
		if (event.sessionId !== undefined && isFirst(tally.seen[0], who)) tally.visitors += 1;
		for (const [index, { test, property }] of asked.entries()) {
			const figures = tally.goals[index];
			if (figures === undefined || !test(event)) continue;
			figures.conversions += 1;
			if (isFirst(tally.seen[index + 1], who)) figures.converted += 1;
			const value = property === undefined ? 0 : Number(event.properties[property] ?? 0);
			if (Number.isFinite(value)) figures.value += value;
		}
	};
	const all = newTally();
	const rows = new Map<string | null, ConversionTally>();
	const readValue = breakdown && eventValue({ dimension: breakdown }, reader.strings);
	for (const { eachEvent, passes } of scan.days(range)) {
		eachEvent((event) => {
			if (!passes(event)) return;
			const who = scan.visitorOf(event);
			add(all, event, who);
			if (readValue === undefined) return;
			const value = readValue(event) ?? null;
			const row = rows.get(value) ?? newTally();
			rows.set(value, row);
			add(row, event, who);
		});
		if (unit === "people") continue;
		for (const { seen } of [all, ...rows.values()]) for (const one of seen) one.clear();
	}
	return renderConversions(question, all, rows);
}

function isFirst(seen: Set<Who> | undefined, who: Who): boolean {
	if (seen === undefined || who === undefined || seen.has(who)) return false;
	seen.add(who);
	return true;
}
