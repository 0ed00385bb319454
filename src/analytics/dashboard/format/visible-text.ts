/** Marks, embeddings, overrides and isolates of the Unicode Bidirectional Algorithm. @see UAX #9 */
const BIDIRECTIONAL_CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Shows control characters as escapes, such as `\u202e`: names come from anyone, and could
 * otherwise make another name of what stands beside them.
 */
export function visibleText(text: string): string {
	return text.replace(
		BIDIRECTIONAL_CONTROL,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
}

export function renderValue(value: unknown): string {
	return visibleText(typeof value === "string" ? value : JSON.stringify(value));
}
