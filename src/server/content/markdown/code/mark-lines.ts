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
		return wrapLine(
			line,
			open,
			` class="${["line", marks.get(index + 1) ?? []].flat().join(" ")}"${number}`,
		);
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

/** How a line of code is set apart. */
export type LineMark = "marked" | "added" | "removed";

interface NotedCode {
	/** Without the notes. */
	readonly code: string;
	/** By line, counted from 1. */
	readonly marks: ReadonlyMap<number, LineMark>;
}

/** `// [!code ++]` at the end of a line, in the comments of most languages. */
const END_NOTE =
	/[ \t]{0,20}(?:\/\/|#|<!--|\/\*|--|;|%)[ \t]{0,5}\[!code ([\w+-]{1,20})(?::\d{1,4})?\][ \t]{0,5}(?:-->|\*\/)?[ \t]*$/;

/** `// highlight-next-line` on a line of its own, and `highlight-start` to `highlight-end`. */
const LINE_NOTE =
	/^[ \t]*(?:\/\/|#|<!--|\/\*|\{\/\*|--)[ \t]{0,5}highlight-(next-line|start|end)[ \t]{0,5}(?:-->|\*\/\}?)?[ \t]*$/;

/** Reads what VitePress and Docusaurus write into the comments of code, and takes it out. */
export function readLineNotes(source: string): NotedCode {
	const marks = new Map<number, LineMark>();
	if (!/\[!code |highlight-/.test(source)) return { code: source, marks };
	const lines: string[] = [];
	let isMarking = false;
	let isNext = false;
	for (const line of source.split("\n")) {
		const note = LINE_NOTE.exec(line)?.[1];
		if (note === undefined) {
			const kind = END_NOTE.exec(line)?.[1];
			lines.push(kind === undefined ? line : line.replace(END_NOTE, ""));
			const mark = isMarking || isNext ? "marked" : markOf(kind);
			if (mark !== undefined) marks.set(lines.length, mark);
			isNext = false;
		} else if (note === "next-line") isNext = true;
		else isMarking = note === "start";
	}
	return { code: lines.join("\n"), marks };
}

function markOf(kind: string | undefined): LineMark | undefined {
	if (kind === undefined) return undefined;
	if (kind === "++") return "added";
	return kind === "--" ? "removed" : "marked";
}
