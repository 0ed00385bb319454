import { highlightParts } from "../../../src/server/content/markdown/code/code-highlighter.ts";
import type { ParsedBody } from "../../../src/server/content/pages/parsed-page.ts";

/** A body with its code highlighted, and with the gaps of its references left empty. */
export function htmlOfBody({ parts }: ParsedBody): string {
	return highlightParts(parts)
		.parts.filter((part) => typeof part === "string")
		.join("");
}
