/** One line of a body, or the mark of one that was too long to keep. */
export type Line =
	| { readonly kind: "line"; readonly number: number; readonly text: string }
	| { readonly kind: "too-long"; readonly number: number };

const NEWLINE = 0x0a;

/**
 * Splits a stream of bytes into lines. A line that is too long is skipped,
 * so that a body without any line end costs no memory.
 *
 * @returns Every line but blank ones, numbered from 1.
 */
export async function* linesOf(
	body: AsyncIterable<Uint8Array>,
	maxBytes: number,
): AsyncGenerator<Line> {
	let kept: Uint8Array[] = [];
	let length = 0;
	let number = 1;
	const keep = (part: Uint8Array): void => {
		length += part.length;
		if (length > maxBytes) kept = [];
		else kept.push(part);
	};
	const finish = (): Line | undefined => {
		const line = readLine(kept, length > maxBytes, number);
		[kept, length, number] = [[], 0, number + 1];
		return line;
	};
	for await (const chunk of body) {
		let start = 0;
		for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
			keep(chunk.subarray(start, end));
			start = end + 1;
			const line = finish();
			if (line !== undefined) yield line;
		}
		keep(chunk.subarray(start));
	}
	const last = finish();
	if (last !== undefined) yield last;
}

function readLine(
	parts: readonly Uint8Array[],
	isTooLong: boolean,
	number: number,
): Line | undefined {
	if (isTooLong) return { kind: "too-long", number };
	const text = Buffer.concat(parts).toString("utf8").trim();
	return text === "" ? undefined : { kind: "line", number, text };
}
