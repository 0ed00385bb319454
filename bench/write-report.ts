import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserResults, renderBrowserReport } from "./browser/render-browser-report.ts";
import type { BenchResults } from "./budgets.ts";
import { renderReport, renderSummary } from "./report.ts";

export interface ReportPage<Results> {
	/** From the root of the repository. */
	readonly page: string;
	readonly render: (results: Results) => string;
}

/** Figures that are kept, and the pages that show them as one command printed them. */
export interface KeptReport<Results> {
	/** What is run with `--write` to measure anew. */
	readonly command: string;
	/** Figures of the last run that was written down, from the root of the repository. */
	readonly resultsFile: string;
	/** Each with the tables that it shows of the figures. */
	readonly pages: readonly ReportPage<Results>[];
}

export const SERVER_REPORT: KeptReport<BenchResults> = {
	command: "npm run bench",
	resultsFile: "bench/results.json",
	pages: [
		{ page: "README.md", render: renderSummary },
		{ page: "site/pages/7.reference/6.performance.md", render: renderReport },
	],
};

export const BROWSER_REPORT: KeptReport<BrowserResults> = {
	command: "npm run bench:browser",
	resultsFile: "bench/browser-results.json",
	pages: [{ page: "site/pages/7.reference/6.performance.md", render: renderBrowserReport }],
};

/** Keeps the figures, and puts the tables between the marks of every page that shows them. */
export async function writeReport<Results>(
	root: string,
	report: KeptReport<Results>,
	results: Results,
): Promise<void> {
	const json = `${JSON.stringify(results, undefined, "\t")}\n`;
	await writeFile(join(root, report.resultsFile), json);
	for (const { page, render } of report.pages) {
		const file = join(root, page);
		const { before, start, end, after } = partsOf(await readFile(file, "utf8"), page, report);
		const tables = render(results).trim();
		await writeFile(file, `${before}${start}\n\n${tables}\n\n${end}${after}`);
	}
}

/**
 * @returns The tables that a page shows, to be compared.
 * @throws {SyntaxError} When the page lacks one of the marks.
 */
export function shownReport(
	text: string,
	page: string,
	report: Pick<KeptReport<never>, "command">,
): string {
	return partsOf(text, page, report).shown.trim();
}

function partsOf(text: string, page: string, { command }: Pick<KeptReport<never>, "command">) {
	const start = `<!-- What \`${command} -- --write\` printed -->`;
	const end = `<!-- End of what \`${command}\` printed -->`;
	const from = text.indexOf(start);
	const to = text.indexOf(end);
	if (from === -1 || to < from) {
		throw new SyntaxError(`"${page}" must have the lines "${start}" and "${end}"`);
	}
	return {
		start,
		end,
		before: text.slice(0, from),
		shown: text.slice(from + start.length, to),
		after: text.slice(to + end.length),
	};
}
