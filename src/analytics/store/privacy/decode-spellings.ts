/** Percent signs in any number of layers: `%2526` becomes `%26` at once. */
const LAYERS = /%(?:25)+(?=[0-9a-f]{2})/gi;
const PERCENT = /%([0-7][0-9a-f])/gi;
const ESCAPE = /\\(?:u00|x)([0-7][0-9a-f])/gi;
const ENTITY = /&#(?:x0*([0-7]?[0-9a-f])|0*(\d{1,3}));/gi;
const NAMED_ENTITY = /&(amp|quest|equals|num|sol|colon|commat|period|percnt|semi);/gi;
const NAMED: Readonly<Record<string, string>> = {
	amp: "&",
	quest: "?",
	equals: "=",
	num: "#",
	sol: "/",
	colon: ":",
	commat: "@",
	period: ".",
	percnt: "%",
	semi: ";",
};
/** Full-width ASCII, other full stops, and invisible characters. */
const ODD_CHARACTERS = /[\u00ad\u200b-\u200d\u2060\u3002\ufeff\uff01-\uff5e\uff61]/g;

/** A pass can reveal another encoded character, as in `%2%35`. */
const MAX_PASSES = 4;

/** Whether a text may contain encoded characters. */
export function hasSpellings(text: string): boolean {
	return /%[0-9a-f%]|\\[ux]|&[#a-z]|[\u00ad\u200b-\u200d\u2060\u3002\ufeff\uff01-\uff5e\uff61]/i.test(
		text,
	);
}

/**
 * Decodes encoded ASCII characters: URL escapes in any number of layers, escapes of JSON and JavaScript, HTML
 * entities, and full-width characters.
 */
export function decodeSpellings(text: string): string {
	let decoded = text;
	for (let pass = 0; pass < MAX_PASSES && hasSpellings(decoded); pass += 1) {
		const before = decoded;
		decoded = decodeOnce(decoded);
		if (decoded === before) return decoded;
	}
	return decoded;
}

function decodeOnce(text: string): string {
	const ascii = (_match: string, code: string): string =>
		String.fromCharCode(Number.parseInt(code, 16));
	return text
		.replace(LAYERS, "%")
		.replace(PERCENT, ascii)
		.replace(ESCAPE, ascii)
		.replace(ENTITY, (match, hex: string | undefined, decimal: string | undefined) => {
			const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
			return code < 0x80 ? String.fromCharCode(code) : match;
		})
		.replace(NAMED_ENTITY, (match, name: string) => NAMED[name.toLowerCase()] ?? match)
		.replace(ODD_CHARACTERS, (character) => {
			if (character === "\u3002" || character === "\uff61") return ".";
			return character < "\uff01" || character === "\ufeff" ? "" : character.normalize("NFKC");
		});
}
