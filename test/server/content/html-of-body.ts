import type { ParsedBody } from "../../../src/server/content/markdown/body-notes.ts";

/** A body with the gaps of its references left empty. */
export function htmlOfBody({ parts }: ParsedBody): string {
	return parts.filter((part) => typeof part === "string").join("");
}
