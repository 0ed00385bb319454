import { isViewEvent } from "../../../protocol/view-events.ts";
import type { DayColumns } from "../../../store/columns/day-columns.ts";

/** Numbers texts from 1. */
export class TextNumbers {
	readonly #numbers = new Map<string, number>();
	readonly #texts: string[] = [];

	/** @returns 0 for `undefined`. */
	numberOf(text: string | undefined): number {
		if (text === undefined) return 0;
		const known = this.#numbers.get(text);
		if (known !== undefined) return known;
		const number = this.#texts.push(text);
		this.#numbers.set(text, number);
		return number;
	}

	/** @returns `undefined` for 0. */
	textOf(number: number): string | undefined {
		return this.#texts[number - 1];
	}
}

/**
 * Labels of a day's events among the steps of a visitor: the page of a view, the name of any other event; 0 for
 * automatic events, such as `$pageleave`.
 */
export function eventLabels(day: DayColumns, numbers: TextNumbers): Uint32Array {
	const [names, pages] = [day.text("event"), day.viewPages()];
	const isView = names.texts.map((text) => text !== undefined && isViewEvent(text));
	const ofNames = names.texts.map((text, code) =>
		numbers.numberOf(text?.startsWith("$") === true && !isView[code] ? undefined : text),
	);
	const ofPages = pages.texts.map((text) => numbers.numberOf(text));
	const labels = new Uint32Array(day.count);
	for (let index = 0; index < labels.length; index += 1) {
		const name = names.codes[index] as number;
		const page = pages.codes[index] as number;
		labels[index] = (isView[name] && page !== 0 ? ofPages[page] : ofNames[name]) as number;
	}
	return labels;
}
