import type { MarkdownIt, StateBlock } from "markdown-it";
import { findOnce, notesOf } from "../../markdown/body-notes.ts";
import { lineOf, startOfLine } from "../../markdown/lines.ts";
import { addBlock, type WriteBlock } from "../../markdown/rules.ts";

const IMPORT = /^import\s(?:[^\n]{0,500}?\sfrom\s*)?["'][^"'\n]{1,300}["'];?\s*$/;

const OPEN_IMPORT = /^import\s*\{[^}\n]{0,500}$/;

const EXPORT = /^export\s+(?:const|let|default|function|\{|\*)/;

/** Code that only another generator would run. */
const ELEMENT = /^<(script|style)(?=[\s>])/i;

/**
 * Leaves out what pages of other generators have for their programs: imports and exports of
 * MDX, and, where HTML is shown as text, the elements `script` and `style` of Vue.
 */
export function moduleLines(markdown: MarkdownIt): void {
	addBlock(markdown, "module_lines", readModuleLines, { interrupts: [] });
}

function readModuleLines(state: StateBlock, line: number, endLine: number): WriteBlock | undefined {
	// Inside of a list or a quotation it is text about code.
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
		const message = `Element "${name}" is left out: pages bring no code and no styles of their own`;
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

/** MDX, too, lets a module end at the first blank line. */
function findBlank(state: StateBlock, from: number, endLine: number): number {
	let line = from;
	while (line < endLine && !state.isEmpty(line)) line += 1;
	return line;
}
