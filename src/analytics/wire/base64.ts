import type { Codec } from "./codec.ts";

/** As far as the real service looks before it believes. */
const SAMPLE_LENGTH = 128;

const ALPHABET = /^[A-Za-z0-9+/_-]+={0,2}$/;

/** @returns The bytes of a text that looks like base64, or `undefined` for any other text. */
export function readBase64(text: string, codec: Codec): Uint8Array | undefined {
	// Only a form's reader can have turned these into spaces.
	const repaired = text.includes(" ") ? text.replaceAll(" ", "+") : text;
	const sample = repaired.slice(0, SAMPLE_LENGTH);
	const isWhole = sample.length === repaired.length;
	const looksRight = ALPHABET.test(isWhole ? sample : sample.replace(/=+$/, ""));
	if (!looksRight || unpaddedLength(repaired) % 4 === 1) return undefined;
	return codec.base64(repaired);
}

function unpaddedLength(text: string): number {
	if (text.endsWith("==")) return text.length - 2;
	return text.endsWith("=") ? text.length - 1 : text.length;
}
