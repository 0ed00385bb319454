import { decodeLeniently } from "../../../shared/decode-leniently.ts";

/** Marks, embeddings, overrides and isolates of the Unicode Bidirectional Algorithm. @see UAX #9 */
const BIDIRECTIONAL_CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Letters beyond ASCII as an address spells them. */
const ENCODED_LETTERS = /(?:%[89a-f][\da-f])+/gi;

/**
 * Shows text as people read it: `/%C3%BCber` is `/über`. Control characters are shown as escapes, such
 * as `\u202e`: names come from anyone, and could otherwise make another name of what stands beside them.
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

/** A value as it was sent. */
export function renderValue(value: unknown): string {
	return withEscapes(typeof value === "string" ? value : JSON.stringify(value));
}
