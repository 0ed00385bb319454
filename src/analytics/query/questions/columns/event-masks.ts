import type { Filters, ValueCondition } from "../../../api-types/question.ts";
import type { DayColumns } from "../../../store/columns/day-columns.ts";
import type { Mask } from "../../../store/columns/day-sums.ts";
import { eventCodes } from "./event-codes.ts";
import { type KnownSelector, selectsViews } from "./selectors.ts";
import { valueTest } from "./value-test.ts";

/** Whether an event of the day matches a selector. */
export function selectorMask(day: DayColumns, selector: KnownSelector): Mask {
	const mask = new Uint8Array(day.count).fill(1);
	const { events, conditions } = selector;
	if (events !== undefined) keepOnly(mask, conditionMask(day, nameIsOneOf(events)));
	const isOfViews = selectsViews(selector);
	for (const condition of conditions) keepOnly(mask, conditionMask(day, condition, isOfViews));
	return mask;
}

/**
 * Whether an event of the day passes the filters.
 *
 * @param reached For a goal, 1 for each session of the day that reached it.
 */
export function filterMask(
	day: DayColumns,
	{ match, conditions }: Filters,
	{ isOfViews, reached }: { readonly isOfViews: boolean; readonly reached: (goal: string) => Mask },
): Mask {
	const isAll = match === "all" || conditions.length === 0;
	const mask = new Uint8Array(day.count).fill(isAll ? 1 : 0);
	for (const condition of conditions) {
		const own =
			"goal" in condition
				? goalMask(day, reached(condition.goal), condition.operator === "is")
				: conditionMask(day, condition, isOfViews);
		if (isAll) keepOnly(mask, own);
		else addAll(mask, own);
	}
	return mask;
}

export function keepOnly(mask: Mask, other: Mask): void {
	for (let index = 0; index < mask.length; index += 1) {
		if (other[index] === 0) mask[index] = 0;
	}
}

function addAll(mask: Mask, other: Mask): void {
	for (let index = 0; index < mask.length; index += 1) {
		if (other[index] === 1) mask[index] = 1;
	}
}

/** Removes events without a session: their senders are not visitors. */
export function keepVisits(mask: Mask, { sessions }: DayColumns): void {
	for (let index = 0; index < mask.length; index += 1) if (sessions[index] === 0) mask[index] = 0;
}

function nameIsOneOf(values: readonly string[]): ValueCondition {
	return { dimension: "event", operator: "is", values };
}

/** Tests each different value once. */
function conditionMask(day: DayColumns, condition: ValueCondition, isOfViews = false): Mask {
	const { codes, texts } = eventCodes(day, condition, isOfViews);
	const test = valueTest(condition);
	const passes = Uint8Array.from(texts, (text) => (test(text) ? 1 : 0));
	const mask = new Uint8Array(day.count);
	for (let index = 0; index < mask.length; index += 1) {
		mask[index] = passes[codes[index] as number] as number;
	}
	return mask;
}

function goalMask({ sessions, count }: DayColumns, reached: Mask, wants: boolean): Mask {
	const mask = new Uint8Array(count);
	for (let index = 0; index < count; index += 1) {
		// An event outside of visits reaches no goal.
		const has = reached[sessions[index] as number] as number;
		mask[index] = wants ? has : 1 - has;
	}
	return mask;
}
