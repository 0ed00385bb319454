import type { MarkdownIt, StateBlock } from "markdown-it";
import { escapeAttribute } from "../../../shared/document/html.ts";
import { noteProblemAt, notesOf } from "./body-notes.ts";
import { startOfLine } from "./lines.ts";

/** @returns What is wrong with an island's name or props, as a sentence, or `undefined`. */
export type CheckIsland = (
	name: string,
	props: Readonly<Record<string, string>>,
) => string | undefined;

export interface IslandsOptions {
	readonly checkIsland: CheckIsland;
}

/** Of one page: they are rendered within one turn of the event loop. */
export const MAX_ISLANDS = 200;

const ISLAND = /^::island\{[ \t]*([\w-]{1,100})((?:[ \t][^}]*)?)\}[ \t]*$/;

const PROP = /([a-z][\w-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^\s"'=]+)))?/gi;

/**
 * `::island{name key=value …}` alone on a line becomes an empty element that names the
 * island and carries its props; the island is put in when the page is shown.
 *
 * Props are text, as they are in the query of the island's endpoint: its schema decides
 * what they mean.
 */
export function islands(markdown: MarkdownIt, { checkIsland }: IslandsOptions): void {
	markdown.block.ruler.before("fence", "island", parseIsland, {
		alt: ["paragraph", "reference", "blockquote", "list"],
	});
	markdown.renderer.rules["island"] = (tokens, index, _options, env) => {
		const token = tokens[index];
		if (token === undefined) return "";
		const props = parseProps(token.info);
		const notes = notesOf(env);
		notes.islands += 1;
		const problem =
			notes.islands > MAX_ISLANDS
				? `Island "${token.content}" is left out: a page shows its first ${MAX_ISLANDS} islands`
				: checkIsland(token.content, props);
		if (problem !== undefined) noteProblemAt(env, token, problem);
		const json = escapeAttribute(JSON.stringify(props));
		return `<div data-island="${token.content}" data-props="${json}"></div>\n`;
	};
}

function parseIsland(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
	const start = startOfLine(state, line);
	if (!state.src.startsWith("::island{", start)) return false;
	const match = ISLAND.exec(state.src.slice(start, state.eMarks[line]));
	if (match === null) return false;
	if (silent) return true;
	const token = state.push("island", "", 0);
	token.block = true;
	token.content = match[1] ?? "";
	token.info = match[2] ?? "";
	token.map = [line, line + 1];
	state.line = line + 1;
	return true;
}

/** A key without a value is switched on, as an attribute of HTML is. */
function parseProps(text: string): Record<string, string> {
	const props = Array.from(
		text.matchAll(PROP),
		([, key = "", double, single, bare]) => [key, double ?? single ?? bare ?? "true"] as const,
	);
	// Own properties only, whatever the keys are called.
	return Object.fromEntries(props);
}
