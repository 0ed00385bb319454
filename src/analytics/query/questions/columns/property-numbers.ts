import type { DayColumns } from "../../../store/columns/day-columns.ts";

/** @returns The number of a property of an event; `NaN` if it is no finite number. */
export function propertyNumbers(day: DayColumns, property: string): (index: number) => number {
	const { codes, texts } = day.property(property);
	const numbers = Float64Array.from(texts, readNumber);
	return (index) => numbers[codes[index] as number] as number;
}

/** Anyone can send `Infinity`, which would spoil a sum. */
function readNumber(text: string | undefined): number {
	const number = text === undefined || text.trim() === "" ? Number.NaN : Number(text);
	return Number.isFinite(number) ? number : Number.NaN;
}
