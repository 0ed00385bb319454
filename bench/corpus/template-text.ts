/** Code shows templates on purpose. */
const CODE = /<(pre|code|script|style|template)\b[^>]*>.*?<\/\1>/gs;

const MARKS = [
	/\{\{|\}\}|\{%|%\}/,
	/^\s*:{2,}\s?[a-z{]/m,
	/^!!![ \t]|^\?\?\?\+?[ \t]/m,
	/^=== "/m,
	/!?\[\[[^\]\n]+\]\]/,
	/&lt;\/?[A-Z]\w*[\s/&]/,
	/\{[:.#][\w: .="-]+\}/,
	/^(?:import|export) .* from ["'&]/m,
	/--8&lt;--|^\s*&lt;&lt;&lt; /m,
];

/** @returns Whether a page shows text that only its generator was to read. */
export function hasTemplateText(html: string): boolean {
	const body = /<main\b.*?<\/main>/s.exec(html)?.[0] ?? html;
	const text = body.replace(CODE, "").replace(/<[^>]*>/g, "");
	return MARKS.some((mark) => mark.test(text));
}
