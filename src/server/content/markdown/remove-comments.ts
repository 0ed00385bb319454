/** A form of comment, or text in which no comment starts. */
interface Form {
	/** The first characters, for a quick check. */
	readonly start: string;
	/** Sticky. */
	readonly open: RegExp;
	readonly close: string;
	/** The text stays as it is. */
	readonly isKept?: boolean;
	/** Without an end, the rest of the page is a comment. */
	readonly isOpenEnded?: boolean;
	/** The comment ends in its paragraph. */
	readonly isInline?: boolean;
}

/** Forms of comments in all dialects. */
const FORMS: readonly Form[] = [
	// HTML. Some comments are includes and names.
	{
		start: "<!--",
		open: /(?<=^[ \t>]*)<!--(?!\s*(?:@include|md:))/my,
		close: "-->",
		isOpenEnded: true,
	},
	{ start: "<!--", open: /<!--(?!\s*(?:@include|md:))/y, close: "-->" },
	// Liquid, Django, Markdoc, Jinja, Nunjucks and Twig.
	{ start: "{%", open: /\{%-?\s{0,20}raw\s{0,20}-?%\}/y, close: "endraw", isKept: true },
	{
		start: "{%",
		open: /\{%-?\s{0,20}comment\b[^%\n]{0,200}%\}/y,
		close: "endcomment",
		isOpenEnded: true,
	},
	{ start: "{%", open: /\{%-?\s{0,20}#/y, close: "%}" },
	{
		// `{#id .class}` is a list of attributes, and `{#if x}` is a block of Svelte.
		start: "{#",
		open: /\{#(?!\w[\w:.-]{0,100}(?:[ \t]+[.#\w-][^}\n]{0,200})?[ \t]*(?<!#)\})/y,
		close: "#}",
	},
	// MDX.
	{ start: "{", open: /\{\s{0,20}\/\*/y, close: "*/" },
	{ start: "{", open: /\{\s{0,20}\/\/[^}\n]*\n/y, close: "}" },
	// Hugo, Handlebars and Mustache.
	{ start: "{{", open: /\{\{-?\s{0,20}\/\*/y, close: "*/" },
	{ start: "{{", open: /\{\{[<%]\s{0,20}\/\*/y, close: "}}" },
	{
		start: "{{",
		open: /\{\{[<%]\s{0,20}comment\s{0,20}[>%]\}\}/y,
		close: "/comment",
		isOpenEnded: true,
	},
	{ start: "{{", open: /\{\{~?!--/y, close: "--" },
	{ start: "{{", open: /\{\{~?!/y, close: "}}" },
	// kramdown, CriticMarkup, ERB and Logseq.
	{ start: "{::", open: /\{::comment\}/y, close: "{:/", isOpenEnded: true },
	{ start: "{>>", open: /\{>>/y, close: "<<}" },
	{ start: "<%", open: /<%#/y, close: "%>" },
	{ start: "<%", open: /<%--/y, close: "--%>" },
	{
		start: "#+",
		open: /(?<=^[ \t>]*)#\+BEGIN_COMMENT/imy,
		close: "#+END_COMMENT",
		isOpenEnded: true,
	},
	// Obsidian.
	{ start: "%%", open: /(?<=^[ \t>]*)%%(?=[ \t]*$)/my, close: "%%", isOpenEnded: true },
	{ start: "%%", open: /(?<=^[ \t>]*)%%/my, close: "%%" },
	{ start: "%%", open: /%%/y, close: "%%", isInline: true },
];

const FORMS_BY_SIGN = Map.groupBy(FORMS, ({ start }) => start[0]);

/** The rest of a mark that starts with the close of its form, such as `endcomment %}`. */
const REST_OF_MARK = /[^{}<>\n]{0,20}\s{0,20}[}>]{1,3}/y;

/** A line of MyST. After a number, it is the rest of a wrapped line such as "50\n% of pages". */
const LINE_COMMENT = /(?<=^[ \t>]*)(?<!\d[ \t]*\n[ \t>]*)%(?![%}\d])[^\n]*/my;

const FENCE = /(?<=^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(?:(`{3,})[^`\n]*|(~{3,})[^\n]*)$/my;

/** Signs that may start a comment or code. */
const SIGN = /[`~<{%#]/g;

/**
 * Removes comments of all dialects from the text of a page, whichever generator has written it.
 * Code does not change, and every line keeps its number.
 *
 * @param onOpenEnd Receives the start of a comment without an end, which hides the rest of the page.
 */
export function removeComments(
	text: string,
	onOpenEnd: (mark: string, offset: number) => void = () => undefined,
): string {
	const ends = new Map<string, number>();
	let result = "";
	let kept = 0;
	SIGN.lastIndex = 0;
	for (let found = SIGN.exec(text); found !== null; found = SIGN.exec(text)) {
		const start = found.index;
		const end = codeEnd(text, start) ?? commentEnd(start);
		if (end !== undefined) SIGN.lastIndex = end;
	}
	return result + text.slice(kept);

	function commentEnd(start: number): number | undefined {
		for (const { start: first, open, close, isKept, isOpenEnded, isInline } of FORMS_BY_SIGN.get(
			text[start],
		) ?? []) {
			if (!text.startsWith(first, start)) continue;
			const mark = matchAt(open, text, start);
			if (mark === undefined) continue;
			const index = endOf(close, start + mark.length);
			if (index === -1 && isOpenEnded !== true) continue;
			if (index === -1) onOpenEnd(mark, start);
			const end = index === -1 ? text.length : endOfMark(text, index, close);
			if (isInline && /\n[ \t]*\n/.test(text.slice(start, end))) continue;
			return isKept ? end : remove(start, end);
		}
		const line = matchAt(LINE_COMMENT, text, start);
		return line === undefined ? undefined : remove(start, start + line.length);
	}

	function remove(start: number, end: number): number {
		const lines = text.slice(start, end).replace(/[^\n]+/g, "");
		// An empty HTML comment still separates two lists.
		const isHtml = text.startsWith("<!--", start);
		result += text.slice(kept, start) + (isHtml ? `<!--${lines}-->` : lines);
		kept = end;
		return end;
	}

	/** Caches the next end of each form, so that the time stays linear in the length of the text. */
	function endOf(close: string, from: number): number {
		const known = ends.get(close);
		if (known === -1 || (known !== undefined && known >= from)) return known;
		const index = text.indexOf(close, from);
		ends.set(close, index);
		return index;
	}
}

function matchAt(pattern: RegExp, text: string, start: number): string | undefined {
	pattern.lastIndex = start;
	return pattern.exec(text)?.[0];
}

function endOfMark(text: string, index: number, close: string): number {
	const end = index + close.length;
	return /[}>%]$/.test(close) ? end : end + (matchAt(REST_OF_MARK, text, end)?.length ?? 0);
}

/** @returns The end of code that starts here: a fenced block, or a span within one paragraph. */
function codeEnd(text: string, start: number): number | undefined {
	const mark = text[start];
	if (mark !== "`" && mark !== "~") return undefined;
	const fenceLine = text.startsWith(mark.repeat(3), start)
		? matchAt(FENCE, text, start)
		: undefined;
	const marks = matchAt(/`+|~+/y, text, start) ?? "";
	if (fenceLine !== undefined) {
		return (
			endOfRun(text, start + fenceLine.length, FENCE_END, (run) => run.startsWith(marks)) ??
			text.length
		);
	}
	const inside = start + marks.length;
	if (mark === "~") return inside;
	const end = endOfRun(text, inside, SPAN_END, (run) => run === marks || run.startsWith("\n"));
	return end === undefined || text[end - 1] === "\n" ? inside : end;
}

const FENCE_END = /(?<=^[ \t>]*)(?:`{3,}|~{3,})(?=[ \t]*$)/gm;

/** Backticks, or the end of the paragraph. */
const SPAN_END = /`+|\n[ \t]*\n/g;

function endOfRun(
	text: string,
	from: number,
	pattern: RegExp,
	isEnd: (run: string) => boolean,
): number | undefined {
	pattern.lastIndex = from;
	for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
		if (isEnd(found[0])) return found.index + found[0].length;
	}
	return undefined;
}
