import type { Sizes } from "./measure-build.ts";

/** Renders bytes and limits as a Markdown table. */
export function renderSizes(sizes: Sizes, budget: Sizes): string {
	const rows = Object.entries(sizes).map(
		([name, size]) => `| ${name} | ${spell(size)} | ${spell(budget[name])} |`,
	);
	return `${["| Brotli bytes | now | at most |", "| --- | --- | --- |", ...rows].join("\n")}\n`;
}

/** Compares the scripts of a first view with React and its router alone, in a sentence. */
export function renderShare(sizes: Sizes, reactAlone: number): string {
	const share = (100 * (sizes["first view, scripts"] ?? Number.NaN)) / reactAlone;
	return `
React, react-dom and the data router alone: ${spell(reactAlone)}. The scripts of a first view are ${share.toFixed(1)} % of it.
`;
}

function spell(bytes: number | undefined): string {
	return bytes === undefined ? "–" : bytes.toLocaleString("en-US");
}
