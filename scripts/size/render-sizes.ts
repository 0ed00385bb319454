import type { Sizes } from "./measure-build.ts";

/** The bytes beside what they may be, as a Markdown table. */
export function renderSizes(sizes: Sizes, budget: Sizes): string {
	const rows = Object.entries(sizes).map(
		([name, size]) => `| ${name} | ${spell(size)} | ${spell(budget[name])} |`,
	);
	return `${["| Brotli bytes | now | at most |", "| --- | --- | --- |", ...rows].join("\n")}\n`;
}

function spell(bytes: number | undefined): string {
	return bytes === undefined ? "–" : bytes.toLocaleString("en-US");
}
