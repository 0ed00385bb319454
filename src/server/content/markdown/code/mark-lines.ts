import type { LineMark } from "./line-notes.ts";

/**
 * Wraps each line of highlighted code and marks some of them.
 *
 * A span of the highlighter may reach over several lines: it is closed at the end of each
 * line and opened again on the next, so that the lines nest properly.
 *
 * @param html Text and `<span class="…">` only, as the highlighter writes it.
 * @param marks By line, counted from 1.
 * @param firstNumber Shown before the first line; absent: no line shows its number.
 */
export function markLines(
	html: string,
	marks: ReadonlyMap<number, LineMark>,
	firstNumber?: number,
): string {
	const open: string[] = [];
	const lines = html.replace(/\n$/, "").split("\n");
	const wrapped = lines.map((line, index) => {
		const number = firstNumber === undefined ? "" : ` data-line="${firstNumber + index}"`;
		return wrapLine(line, open, `${classOf(marks.get(index + 1))}${number}`);
	});
	return `${wrapped.join("\n")}\n`;
}

/** @param open The spans that are open where the line starts; changed to those at its end. */
function wrapLine(line: string, open: string[], attributes: string): string {
	const reopened = open.join("");
	for (const [tag] of line.matchAll(/<[^>]*>/g)) {
		if (tag === "</span>") open.pop();
		else open.push(tag);
	}
	const closed = "</span>".repeat(open.length);
	return `<span${attributes}>${reopened}${line}${closed}</span>`;
}

function classOf(mark: LineMark | undefined): string {
	return ` class="${mark === undefined ? "line" : `line ${mark}`}"`;
}
