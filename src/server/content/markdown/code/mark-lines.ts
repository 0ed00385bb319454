/**
 * Wraps each line of highlighted code and marks some of them.
 *
 * A span of the highlighter may reach over several lines: it is closed at the end of each
 * line and opened again on the next, so that the lines nest properly.
 *
 * @param html Text and `<span class="…">` only, as the highlighter writes it.
 * @param marked Counted from 1.
 */
export function markLines(html: string, marked: ReadonlySet<number>): string {
	const open: string[] = [];
	const lines = html.replace(/\n$/, "").split("\n");
	return `${lines.map((line, index) => wrapLine(line, open, marked.has(index + 1))).join("\n")}\n`;
}

/** @param open The spans that are open where the line starts; changed to those at its end. */
function wrapLine(line: string, open: string[], isMarked: boolean): string {
	const reopened = open.join("");
	for (const [tag] of line.matchAll(/<[^>]*>/g)) {
		if (tag === "</span>") open.pop();
		else open.push(tag);
	}
	const closed = "</span>".repeat(open.length);
	return `<span class="${isMarked ? "line marked" : "line"}">${reopened}${line}${closed}</span>`;
}
