import type { ValueCondition } from "../../../api-types/question.ts";

/** Whether a value passes a condition; `undefined`: the value is unknown. */
export type ValueTest = (value: string | undefined) => boolean;

export function valueTest({ operator, values }: ValueCondition): ValueTest {
	const wanted = new Set(values);
	const has = (value: string | undefined): boolean => wanted.has(value ?? "");
	switch (operator) {
		case "is":
			return has;
		case "is_not":
			return (value) => !has(value);
		case "contains": {
			const parts = values.map((text) => text.toLowerCase());
			return (value) => parts.some((part) => value?.toLowerCase().includes(part) === true);
		}
		case "matches":
			return (value) =>
				value !== undefined && values.some((pattern) => matchesWildcard(value, pattern));
		case "set":
			return (value) => value !== undefined && value !== "";
		case "not_set":
			return (value) => value === undefined || value === "";
		case "above":
			return (value) => numberIn(value) > Number(values[0]);
		case "below":
			return (value) => numberIn(value) < Number(values[0]);
	}
}

/** @returns `NaN` if the value is no number: `NaN` is neither above nor below any limit. */
function numberIn(value: string | undefined): number {
	return value === undefined || value.trim() === "" ? Number.NaN : Number(value);
}

/** Searches each part once, from left to right, without backtracking: time is linear in the text. */
export function matchesWildcard(text: string, pattern: string): boolean {
	const parts = pattern.split("*");
	const [first = "", last = ""] = [parts[0], parts.at(-1)];
	if (parts.length === 1) return text === pattern;
	if (text.length < first.length + last.length) return false;
	if (!text.startsWith(first) || !text.endsWith(last)) return false;
	const end = text.length - last.length;
	let at = first.length;
	for (const part of parts.slice(1, -1)) {
		const found = text.indexOf(part, at);
		if (found < 0 || found + part.length > end) return false;
		at = found + part.length;
	}
	return true;
}
