/** The text that a property is compared by: strings as they are, all else as JSON. */
export function propertyText(value: unknown): string {
	return typeof value === "string" ? value : JSON.stringify(value);
}

/** @returns The number that a property is, or that its text spells; `undefined` for all else. */
export function propertyNumber(value: unknown): number | undefined {
	if (typeof value === "number") return value;
	if (typeof value !== "string" || !NUMBER.test(value)) return undefined;
	return Number(value);
}

/** Stricter than `Number`, which reads blank text as 0 and understands hexadecimal. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
