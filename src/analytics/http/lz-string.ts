export type LzStringResult =
	| { readonly kind: "text"; readonly text: string }
	| { readonly kind: "too-large" }
	| { readonly kind: "malformed" };

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BITS_PER_CHARACTER = 6;

/** Reserved codes; the dictionary starts after them. */
const BYTE_FOLLOWS = 0;
const UNIT_FOLLOWS = 1;
const END = 2;
const FIRST_ENTRY = 3;

/**
 * Unpacks the result of `LZString.compressToBase64`, which posthog-js sent until 2022 under
 * the name `lz64`.
 *
 * An entry of the dictionary can be as long as all text before it, so that short input can
 * unpack to a very long text. Therefore the limit applies to the output.
 *
 * @param maxLength In UTF-16 code units.
 * @see https://github.com/pieroxy/lz-string
 */
export function decompressLzString(base64: string, maxLength: number): LzStringResult {
	const readBits = createBitReader(base64);
	const dictionary: string[] = ["", "", ""];
	let width = 2;
	let text = "";
	let previous: string | undefined;
	for (;;) {
		const code = readBits(width);
		if (code === undefined) return { kind: "malformed" };
		if (code === END) return { kind: "text", text };
		const literal = readLiteral(code, readBits);
		if (literal !== undefined) dictionary.push(literal);
		const entry = literal ?? entryOf(code, dictionary, previous);
		if (entry === undefined) return { kind: "malformed" };
		if (text.length + entry.length > maxLength) return { kind: "too-large" };
		text += entry;
		if (previous !== undefined) dictionary.push(previous + entry.charAt(0));
		previous = entry;
		// The writer widens its codes as soon as the next entry does not fit.
		while (dictionary.length + 1 > 2 ** width) width += 1;
	}
}

function readLiteral(code: number, readBits: BitReader): string | undefined {
	if (code !== BYTE_FOLLOWS && code !== UNIT_FOLLOWS) return undefined;
	const unit = readBits(code === BYTE_FOLLOWS ? 8 : 16);
	return unit === undefined ? undefined : String.fromCharCode(unit);
}

/** The code after the last one is the entry that this step creates. */
function entryOf(
	code: number,
	dictionary: readonly string[],
	previous: string | undefined,
): string | undefined {
	if (code < FIRST_ENTRY) return undefined;
	if (code < dictionary.length) return dictionary[code];
	if (code > dictionary.length || previous === undefined) return undefined;
	return previous + previous.charAt(0);
}

/** Reads a number of `width` bits, the lowest first; `undefined` after the end. */
type BitReader = (width: number) => number | undefined;

function createBitReader(base64: string): BitReader {
	let position = 0;
	return (width) => {
		let value = 0;
		for (let power = 0; power < width; power += 1) {
			const digit = ALPHABET.indexOf(base64.charAt(Math.floor(position / BITS_PER_CHARACTER)));
			if (digit === -1 || position >= base64.length * BITS_PER_CHARACTER) return undefined;
			const bit = (digit >> (BITS_PER_CHARACTER - 1 - (position % BITS_PER_CHARACTER))) & 1;
			value += bit * 2 ** power;
			position += 1;
		}
		return value;
	};
}
