import type { MarkdownIt } from "markdown-it";
import { escapeAttribute } from "../../../shared/document/html.ts";
import { notesOf } from "./body-notes.ts";
import { readProps } from "./directives/read-props.ts";
import { lineOf } from "./lines.ts";
import { addBlock } from "./rules.ts";

/** Checks an island's name and props. @returns The problem as a sentence, or `undefined`. */
export type CheckIsland = (
	name: string,
	props: Readonly<Record<string, string>>,
) => string | undefined;

/** Limit for one page, whose islands are rendered within one turn of the event loop. */
export const MAX_ISLANDS = 200;

const ISLAND = /^::island\{[ \t]*([\w-]{1,100})((?:[ \t][^}]*)?)\}[ \t]*$/;

/**
 * Replaces a line `::island{name key=value …}` with an empty element that has the island's name and
 * props. The island is rendered when the page is shown.
 *
 * Props are strings, as in the query of the island's endpoint: its schema interprets them.
 */
export function islands(
	markdown: MarkdownIt,
	{ checkIsland }: { readonly checkIsland: CheckIsland },
): void {
	addBlock(markdown, "island", (state, line) => {
		const [, name, text = ""] = ISLAND.exec(lineOf(state, line)) ?? [];
		if (name === undefined) return undefined;
		return () => {
			const props = readProps(text);
			const notes = notesOf(state.env);
			notes.islands += 1;
			const message =
				notes.islands > MAX_ISLANDS
					? `Island "${name}" is left out: a page shows its first ${MAX_ISLANDS} islands`
					: checkIsland(name, props);
			if (message !== undefined) notes.problems.push({ line: line + notes.firstLine, message });
			const json = escapeAttribute(JSON.stringify(props));
			const token = state.push("markup", "", 0);
			token.content = `<div data-island="${name}" data-props="${json}"></div>\n`;
			token.map = [line, line + 1];
			return line + 1;
		};
	});
}
