/** What ends a URL inside other text, such as the quotes of an HTML attribute. */
const DELIMITERS = /[\s"'<>`\\]/g;
const MARKS = /[?#]/g;
/** Something that is a query even where no URL stands before it. */
const QUERY_START = /^\?[^=&#\s]{1,100}=/;

/**
 * Takes out of every URL in a text what may tell who the visitor is: query parameters that
 * nobody asked to keep, and fragments that carry values. Prose with question marks stays.
 *
 * Runs in linear time: the text comes from anyone.
 *
 * @param isKept Whether a query parameter of that name stays.
 */
export function cutQueries(text: string, isKept: (name: string) => boolean): string {
	let result = "";
	let done = 0;
	MARKS.lastIndex = 0;
	for (let mark = MARKS.exec(text); mark !== null; mark = MARKS.exec(text)) {
		const start = wordStart(text, done, mark.index);
		const end = wordEnd(text, mark.index);
		const tail = text.slice(mark.index, end);
		if (!isUrlHead(text.slice(start, mark.index)) && !QUERY_START.test(tail)) {
			result += text.slice(done, mark.index + 1);
			done = mark.index + 1;
			continue;
		}
		result += text.slice(done, mark.index) + cutTail(tail, isKept);
		done = end;
		MARKS.lastIndex = end;
	}
	return result + text.slice(done);
}

/** Walks back to the last delimiter, not further than `from`. */
function wordStart(text: string, from: number, mark: number): number {
	let start = mark;
	while (start > from && !/[\s"'<>`\\]/.test(text.charAt(start - 1))) start -= 1;
	return start;
}

function wordEnd(text: string, mark: number): number {
	DELIMITERS.lastIndex = mark;
	return DELIMITERS.exec(text)?.index ?? text.length;
}

function isUrlHead(head: string): boolean {
	return head.includes("/") || /^[a-z][a-z0-9+.-]*:/i.test(head);
}

/** @param tail Begins with `?` or `#`. */
function cutTail(tail: string, isKept: (name: string) => boolean): string {
	const hash = tail.indexOf("#");
	const query = hash === -1 ? tail : tail.slice(0, hash);
	const fragment = hash === -1 ? "" : tail.slice(hash);
	const kept = query
		.slice(1)
		.split("&")
		.filter((parameter) => isKept(nameOf(parameter)));
	return (kept.length === 0 ? "" : `?${kept.join("&")}`) + (/[=?&]/.test(fragment) ? "" : fragment);
}

function nameOf(parameter: string): string {
	return parameter.split("=", 1)[0] ?? "";
}
