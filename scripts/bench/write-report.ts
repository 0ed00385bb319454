import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BenchResults, renderReport } from "./report.ts";

/** Figures of the last run that was written down, from the root of the repository. */
export const KEPT_RESULTS = "scripts/bench/results.json";

/** The pages that show them, and must all show the same. */
export const REPORT_PAGES = ["README.md", "site/pages/7.reference/6.performance.md"] as const;

const START = "<!-- What `npm run bench -- --write` printed -->";
const END = "<!-- End of what it printed -->";

/** Puts the tables between the marks of every page that shows them. */
export async function writeReport(root: string, results: BenchResults): Promise<void> {
	for (const page of REPORT_PAGES) {
		const file = join(root, page);
		const text = await readFile(file, "utf8");
		const { before, after } = partsOf(text, page);
		await writeFile(file, `${before}${START}\n\n${renderReport(results)}\n${END}${after}`);
	}
}

/**
 * @returns The tables that a page shows, for whoever compares them.
 * @throws {SyntaxError} When the page lacks one of the marks.
 */
export function shownReport(text: string, page: string): string {
	return partsOf(text, page).shown.trim();
}

function partsOf(text: string, page: string) {
	const start = text.indexOf(START);
	const end = text.indexOf(END);
	if (start === -1 || end < start) {
		throw new SyntaxError(`"${page}" must have the lines "${START}" and "${END}"`);
	}
	return {
		before: text.slice(0, start),
		shown: text.slice(start + START.length, end),
		after: text.slice(end + END.length),
	};
}
