import { decodeLeniently } from "../../../shared/decode-leniently.ts";

/** Marks, embeddings, overrides and isolates of the Unicode Bidirectional Algorithm. @see UAX #9 */
const BIDIRECTIONAL_CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Percent-encoded characters beyond ASCII. */
const ENCODED_LETTERS = /(?:%[89a-f][\da-f])+/gi;

/**
 * Decodes text for people: `/%C3%BCber` becomes `/über`. Bidirectional control characters become escapes,
 * such as `\u202e`: anyone can send names, and these characters could disguise the text next to them.
 */
export function visibleText(text: string): string {
	return withEscapes(text.replace(ENCODED_LETTERS, decodeLeniently));
}

function withEscapes(text: string): string {
	return text.replace(
		BIDIRECTIONAL_CONTROL,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
}

/** A value as sent, except that bidirectional control characters become escapes. */
export function renderValue(value: unknown): string {
	return withEscapes(typeof value === "string" ? value : JSON.stringify(value));
}
