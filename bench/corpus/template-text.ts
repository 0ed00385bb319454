/** Code contains templates on purpose, and lists of headings repeat the code of headings. */
const CODE = /<(pre|code|script|style|template|nav)\b[^>]*>.*?<\/\1>/gs;

const MARKS = [
	/\{\{|\}\}|\{%|%\}/,
	/^\s*:{2,}\s?[a-z{]/m,
	/^!!![ \t]|^\?\?\?\+?[ \t]/m,
	/^=== "/m,
	/!?\[\[[^\]\n]+\]\]/,
	// After a word, it is a type parameter; a component has no underscore.
	/(?<!\w)&lt;\/?[A-Z][A-Za-z\d]*[\s/&]/,
	/\{[:.#][\w: .="-]+\}/,
	/^(?:import|export) .* from ["'&]/m,
	/^\/{3,}[ \t]|^\{\*[ \t]/m,
	/--8&lt;--|^\s*&lt;&lt;&lt; /m,
];

/** @returns The text around markup that only the generator should read, or `undefined`. */
export function findTemplateText(html: string): string | undefined {
	const body = /<main\b.*?<\/main>/s.exec(html)?.[0] ?? html;
	// A title of the front matter is text in every generator, and may name a component.
	const text = body
		.replace(CODE, "")
		.replace(/<h1\b[^>]*>(?:(?!<).)*&lt;.*?<\/h1>/s, "")
		.replace(/<[^>]*>/g, "");
	const place = MARKS.map((mark) => mark.exec(text)?.index).find((index) => index !== undefined);
	return place === undefined ? undefined : text.slice(Math.max(place - 30, 0), place + 80).trim();
}
