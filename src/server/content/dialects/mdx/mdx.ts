import type { MarkdownIt, StateBlock } from "markdown-it";
import { findOnce, lineOfToken, noteOnce, notesOf } from "../../markdown/body-notes.ts";
import type { Dialect } from "../../markdown/dialect.ts";
import { lineOf, startOfLine } from "../../markdown/lines.ts";
import { addBlock, type WriteBlock } from "../../markdown/rules.ts";
import { readTagBlock } from "./tag-blocks.ts";
import { parseTagInline } from "./tag-inlines.ts";

/** Components of MDX and Vue. Known components are rendered, and no code of a page runs. */
export const mdx: Dialect = {
	addRules(markdown, { html }) {
		addBlock(markdown, "module_lines", readModuleLines, { interrupts: [] });
		addBlock(markdown, "component_tag", readTagBlock);
		markdown.inline.ruler.before("autolink", "component_tag", parseTagInline);
		if (!html) markdown.use(reportComponents);
	},
};

/** A tag with a capital letter is a component; after a word it is a type, as in `Promise<Response>`. */
const COMPONENT = /(?:^|[^\w`])<\/?([A-Z]\w{0,60})(?=[\s/>])/g;

/** Reports components that are shown as text, because only MDX could run them. */
function reportComponents(markdown: MarkdownIt): void {
	markdown.core.ruler.push("mdx", ({ tokens, env }) => {
		for (const token of tokens) {
			// Most texts have no component, and this check is faster than the join.
			if (token.children === null || !token.content.includes("<")) continue;
			const texts = token.children.map(({ type, content }) => (type === "text" ? content : " "));
			for (const [, name] of texts.join("").matchAll(COMPONENT)) {
				const message = `Component "${name}" is shown as text: pages are Markdown, not MDX`;
				noteOnce(env, message, lineOfToken(env, token));
			}
		}
	});
}

const IMPORT = /^import\s(?:[^\n]{0,500}?\sfrom\s*)?["'][^"'\n]{1,300}["'];?\s*$/;

const OPEN_IMPORT = /^import\s*\{[^}\n]{0,500}$/;

const EXPORT = /^export\s+(?:const|let|default|function|\{|\*)/;

/** Elements with code that only another generator would run. */
const ELEMENT = /^<(script|style)(?=[\s>])/i;

/**
 * Leaves out code of other generators: imports and exports of MDX and, if HTML is shown as text,
 * the elements `script` and `style` of Vue.
 */
function readModuleLines(state: StateBlock, line: number, endLine: number): WriteBlock | undefined {
	// In a list or a quotation, and if indented, it is text about code.
	if (state.blkIndent > 0 || (state.sCount[line] ?? 0) > 0) return undefined;
	const text = lineOf(state, line);
	const element = ELEMENT.exec(text)?.[1]?.toLowerCase();
	if (element !== undefined && !state.md.options.html) return readElement(state, line, element);
	if (IMPORT.test(text)) return () => line + 1;
	const isModule = OPEN_IMPORT.test(text) || EXPORT.test(text);
	return isModule ? () => findBlank(state, line, endLine) : undefined;
}

function readElement(state: StateBlock, line: number, name: string): WriteBlock | undefined {
	const start = startOfLine(state, line);
	const end = findOnce(state, endsOfElements).find(
		(found) => found.index > start && found.name === name,
	)?.index;
	if (end === undefined) return undefined;
	return () => {
		let last = line;
		while (last < state.lineMax - 1 && (state.eMarks[last] ?? 0) < end) last += 1;
		const message = `Element "${name}" is left out: pages must not contain scripts and styles`;
		const { problems, firstLine } = notesOf(state.env);
		problems.push({ line: line + firstLine, message });
		return last + 1;
	};
}

function endsOfElements(
	source: string,
): readonly { readonly name: string; readonly index: number }[] {
	return Array.from(source.matchAll(/<\/(script|style)>/gi), ({ 1: name = "", index }) => ({
		name: name.toLowerCase(),
		index,
	}));
}

/** A module ends at the first blank line, as in MDX. */
function findBlank(state: StateBlock, from: number, endLine: number): number {
	let line = from;
	while (line < endLine && !state.isEmpty(line)) line += 1;
	return line;
}
