import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserResults, renderBrowserReport } from "./browser/render-browser-report.ts";
import type { BenchResults } from "./budgets.ts";
import { renderReport } from "./report.ts";
import { renderSizing } from "./sizing.ts";

export interface ReportPage<Results> {
	/** Path in the repository. */
	readonly page: string;
	readonly render: (results: Results) => string;
}

/** Stored results of a benchmark, and the pages that show them. */
export interface StoredReport<Results> {
	/** The command; with `--write` it measures again, and updates the file and the pages. */
	readonly command: string;
	/** Path in the repository. */
	readonly resultsFile: string;
	readonly pages: readonly ReportPage<Results>[];
}

export const SERVER_REPORT: StoredReport<BenchResults> = {
	command: "npm run bench",
	resultsFile: "bench/results.json",
	pages: [
		{ page: "site/pages/7.reference/6.performance.md", render: renderReport },
		{ page: "site/pages/4.deploy/11.sizing.md", render: renderSizing },
	],
};

export const BROWSER_REPORT: StoredReport<BrowserResults> = {
	command: "npm run bench:browser",
	resultsFile: "bench/browser-results.json",
	pages: [{ page: "site/pages/7.reference/6.performance.md", render: renderBrowserReport }],
};

/** Stores the results, and writes their tables between the marks of each page. */
export async function writeReport<Results>(
	root: string,
	report: StoredReport<Results>,
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
 * Returns the tables in a page.
 *
 * @throws {SyntaxError} When the page lacks one of the marks.
 */
export function shownReport(
	text: string,
	page: string,
	report: Pick<StoredReport<never>, "command">,
): string {
	return partsOf(text, page, report).shown.trim();
}

function partsOf(text: string, page: string, { command }: Pick<StoredReport<never>, "command">) {
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
