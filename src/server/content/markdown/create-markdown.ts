import MarkdownParser, { type MarkdownIt } from "markdown-it";
import footnotes from "markdown-it-footnote";
import { codeBlocks } from "./code-blocks.ts";
import { headings } from "./headings.ts";
import { references } from "./references.ts";
import { tables } from "./tables.ts";

export interface MarkdownOptions {
	/** Whether HTML passes as it is; otherwise it is shown as text. */
	readonly html: boolean;
	/** @returns The markup of an icon, or `undefined` when no collection has it. */
	readonly resolveIcon: (name: string) => string | undefined;
}

/** Nesting that no reader could follow; deeper source is shown flat, so that it ends quickly. */
const MAX_NESTING = 60;

/** The parser for page bodies: CommonMark, GitHub's additions, and our own. */
export function createMarkdown({ html }: MarkdownOptions): MarkdownIt {
	return new MarkdownParser({ html, linkify: true, maxNesting: MAX_NESTING })
		.use(footnotes)
		.use(references)
		.use(headings)
		.use(codeBlocks)
		.use(tables);
}
