import type { Dialect, LineRange } from "../markdown/dialect.ts";

/** Includes of FastAPI's documentation: `ln` selects and `hl` highlights lines, by line of the file. */
export const fastapi: Dialect = {
	readInclude(line) {
		const [, address, options = ""] = VARIANTS.exec(line) ?? [];
		if (address === undefined) return undefined;
		const optionOf = (name: string): string =>
			new RegExp(`${name}\\[([^\\]]*)\\]`).exec(options)?.[1] ?? "";
		const ranges = rangesOf(optionOf("ln"));
		const marked = rangesOf(optionOf("hl"))
			.map(({ from, to }) => `${lineAmong(ranges, from)}-${lineAmong(ranges, to)}`)
			.join(",");
		const title = optionOf("title");
		const parts = [
			/\.([\w+-]+)$/.exec(address)?.[1] ?? "",
			marked === "" ? "" : `{${marked}}`,
			title === "" ? "" : `title=${title}`,
		];
		return {
			address,
			info: parts.filter((part) => part !== "").join(" "),
			...(ranges.length === 0 ? {} : { part: { kind: "lines", ranges } }),
		};
	},
};

const VARIANTS =
	/^\{\*[ \t]+([^\s{}*[\]]{1,300})((?:[ \t]+(?:ln|hl|title)\[[^[\]\n]{0,200}\]){0,3})[ \t]*\*\}[ \t]*$/;

/** `6,19:20` */
function rangesOf(text: string): readonly LineRange[] {
	return Array.from(text.matchAll(/(\d{1,6})(?::(\d{1,6}))?/g), ([, from = "1", to = from]) => ({
		from: Number(from),
		to: Number(to),
	}));
}

/** @returns The number of a line among the shown lines, counted from 1. */
function lineAmong(ranges: readonly LineRange[], line: number): number {
	let above = 0;
	for (const { from, to } of ranges) {
		if (line <= to) return above + Math.max(line - from + 1, 1);
		above += to - from + 1;
	}
	return ranges.length === 0 ? line : above;
}
