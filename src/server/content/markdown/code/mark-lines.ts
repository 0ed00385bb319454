import type { LineMark } from "./line-notes.ts";

/**
 * Wraps each line of highlighted code and marks some of them.
 *
 * A span of the highlighter may reach over several lines: it is closed at the end of each
 * line and opened again on the next, so that the lines nest properly.
 *
 * @param html Text and `<span class="…">` only, as the highlighter writes it.
 * @param marks By line, counted from 1.
 */
export function markLines(html: string, marks: ReadonlyMap<number, LineMark>): string {
	const open: string[] = [];
	const lines = html.replace(/\n$/, "").split("\n");
	return `${lines.map((line, index) => wrapLine(line, open, marks.get(index + 1))).join("\n")}\n`;
}

/** @param open The spans that are open where the line starts; changed to those at its end. */
function wrapLine(line: string, open: string[], mark: LineMark | undefined): string {
	const reopened = open.join("");
	for (const [tag] of line.matchAll(/<[^>]*>/g)) {
		if (tag === "</span>") open.pop();
		else open.push(tag);
	}
	const closed = "</span>".repeat(open.length);
	return `<span class="${mark === undefined ? "line" : `line ${mark}`}">${reopened}${line}${closed}</span>`;
}
