const TEXT_ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = {
	...TEXT_ESCAPES,
	'"': "&quot;",
	"'": "&#39;",
};

/** Escapes text between tags. */
export function escapeText(text: string): string {
	// Fast path: most texts have nothing to escape, and a test is cheaper than a replacement.
	if (!/[&<>]/.test(text)) return text;
	return text.replace(/[&<>]/g, (character) => TEXT_ESCAPES[character] ?? character);
}

/** Escapes text inside a quoted attribute value. */
export function escapeAttribute(text: string): string {
	if (!/[&<>"']/.test(text)) return text;
	return text.replace(/[&<>"']/g, (character) => ATTRIBUTE_ESCAPES[character] ?? character);
}

/** Undoes {@link escapeText} and {@link escapeAttribute}. */
export function unescapeHtml(text: string): string {
	return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (reference) => {
		const found = Object.entries(ATTRIBUTE_ESCAPES).find(([, written]) => written === reference);
		return found?.[0] ?? reference;
	});
}

/**
 * Serializes a value for a `<script type="application/json">` element.
 *
 * `<` is the only character that could end the element or open a comment in it; written
 * as an escape it stays valid JSON.
 *
 * @example
 * scriptJson({ title: "</script>" }); // '{"title":"\\u003c/script>"}'
 * @see https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements
 */
export function scriptJson(value: unknown): string {
	return JSON.stringify(value).replaceAll("<", "\\u003c");
}
