/** A word ends where a URL inside other text does, such as at the quotes of an HTML attribute. */
const WORDS = /[^\s"'<>`\\]+/g;

/**
 * Takes out of every URL in a text what may tell who the visitor is: query parameters that
 * are not on the list, and fragments that carry values. Prose with question marks stays.
 *
 * Each word is looked at once: the text comes from anyone.
 *
 * @param isKept Whether a query parameter of that name stays.
 * @example
 * cutQueries("/?q=tea&token=1", (name) => name === "q"); // "/?q=tea"
 */
export function cutQueries(text: string, isKept: (name: string) => boolean): string {
	return text.replace(WORDS, (word) => cutWord(word, isKept));
}

function cutWord(word: string, isKept: (name: string) => boolean): string {
	const mark = word.search(/[?#]/);
	if (mark === -1) return word;
	const head = word.slice(0, mark);
	const tail = word.slice(mark);
	return isUrlHead(head) || tail.includes("=") ? head + cutTail(tail, isKept) : word;
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
	const equals = parameter.indexOf("=");
	return equals === -1 ? parameter : parameter.slice(0, equals);
}
