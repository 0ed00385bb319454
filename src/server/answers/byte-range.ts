/** Both ends belong to it. */
export interface ByteRange {
	readonly start: number;
	readonly end: number;
}

/**
 * Reads `Range`. A list of ranges counts as none, as it may: nothing that plays media sends one.
 *
 * @returns `undefined` for the whole, `unsatisfiable` for a range that lies behind the end.
 * @see RFC 9110, section 14.2
 */
export function parseByteRange(
	header: string | undefined,
	size: number,
): ByteRange | "unsatisfiable" | undefined {
	const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
	if (first === "" && last === "") return undefined;
	if (first === "") {
		const length = Math.min(Number(last), size);
		return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
	}
	const start = Number(first);
	const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
	if (last !== "" && Number(last) < start) return undefined;
	return start >= size ? "unsatisfiable" : { start, end };
}
