import type { Goal } from "../../../api-types/question.ts";
import type { Mask } from "../../../store/columns/day-sums.ts";
import { readPersons } from "../../../store/columns/read-persons.ts";
import type { Reader } from "../../threads/reader.ts";
import { BreakdownRows } from "../columns/breakdown-rows.ts";
import { countVisitors } from "../columns/count-visitors.ts";
import { keepVisits } from "../columns/event-masks.ts";
import { propertyNumbers } from "../columns/property-numbers.ts";
import { scanRange, segmentsOf } from "../columns/scan-range.ts";
import { knownSelector } from "../columns/selectors.ts";
import type { EngineQuestion } from "../engine-question.ts";
import {
	type ConversionsFigures,
	type CountedConversions,
	renderConversions,
} from "./render-conversions.ts";

/** Answers how many visitors reach each goal, how often, and with which value. */
export function answerConversions(
	reader: Reader,
	{ question, range, goals, unit }: EngineQuestion<"conversions">,
): ConversionsFigures {
	const { filters, breakdown } = question;
	const asked = question.goals.map((key) => ({
		selector: knownSelector({ goal: key }, goals),
		// The route refuses questions about unknown goals.
		property: (goals[key] as Goal).value_property,
	}));
	const persons = readPersons(reader.database);
	const rows = breakdown && new BreakdownRows([{ dimension: breakdown }], Infinity);
	const newTally = () => ({
		visitors: countVisitors(unit, { persons, points: 1 }),
		goals: asked.map(() => ({
			converted: countVisitors(unit, { persons, points: 1 }),
			conversions: [] as number[],
			values: [] as number[],
		})),
	});
	type Tally = ReturnType<typeof newTally>;
	const [all, byRow]: readonly [Tally, Tally] = [newTally(), newTally()];
	const inRange = { ...range, starts: [range.from] };
	for (const day of scanRange(reader, { filters, goals }, range)) {
		const segments = segmentsOf(day, inRange);
		const passing = onlyIn(segments, day.passing());
		const rowsOfDay = rows?.ofDay(day.columns, passing, false);
		const visits = Uint8Array.from(passing);
		// People known only from server events are not visitors, but may convert.
		keepVisits(visits, day.columns);
		const parts: readonly [Tally, Int32Array | undefined][] =
			rowsOfDay === undefined
				? [[all, undefined]]
				: [
						[all, undefined],
						[byRow, rowsOfDay],
					];
		for (const [tally, ofEvents] of parts) {
			tally.visitors.add({ day, mask: visits, segments, rows: ofEvents });
		}
		for (const [index, { selector, property }] of asked.entries()) {
			const reached = onlyIn(segments, day.select(selector));
			const numbers = property === undefined ? undefined : propertyNumbers(day.columns, property);
			for (const [tally, ofEvents] of parts) {
				const goal = tally.goals[index];
				if (goal === undefined) continue;
				goal.converted.add({ day, mask: reached, segments, rows: ofEvents });
				addConversions(goal, { reached, rows: ofEvents, numbers });
			}
		}
	}
	const countedOf = ({ visitors, goals: own }: Tally, row: number): CountedConversions => ({
		visitors: visitors.line(row).total,
		goals: own.map(({ converted, conversions, values }) => ({
			conversions: conversions[row] ?? 0,
			converted: converted.line(row).total,
			value: values[row] ?? 0,
		})),
	});
	return renderConversions(
		question,
		countedOf(all, 0),
		(rows?.values ?? []).map(([value = null], row) => [value, countedOf(byRow, row)]),
	);
}

interface ReachedGoal {
	readonly reached: Mask;
	readonly rows: Int32Array | undefined;
	readonly numbers: ((index: number) => number) | undefined;
}

function addConversions(
	{ conversions, values }: { readonly conversions: number[]; readonly values: number[] },
	{ reached, rows, numbers }: ReachedGoal,
): void {
	for (let index = 0; index < reached.length; index += 1) {
		if (reached[index] === 0) continue;
		const row = rows?.[index] ?? 0;
		conversions[row] = (conversions[row] ?? 0) + 1;
		const value = numbers?.(index) ?? 0;
		if (!Number.isNaN(value)) values[row] = (values[row] ?? 0) + value;
	}
}

/** Removes events outside of the range. */
function onlyIn(segments: ReturnType<typeof segmentsOf>, mask: Mask): Mask {
	for (const { first, last, point } of segments) if (point < 0) mask.fill(0, first, last);
	return mask;
}
