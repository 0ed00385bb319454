import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ensureBuild } from "../build.ts";
import { type FirstView, measureFirstView } from "./first-view/measure-first-view.ts";
import { multiplyPages } from "./first-view/multiply-pages.ts";
import { CODINGS, type Sizes } from "./first-view/sizes.ts";
import { median } from "./median.ts";

/**
 * `npm run measure`: what a visitor of a site of real size waits for, and what an operator
 * pays for it. Prints Markdown, so that the numbers can be kept where they are discussed.
 */
const PAGES = 300;
const STARTS = 5;

const root = dirname(dirname(import.meta.dirname));
await ensureBuild(root);
const folder = await mkdtemp(join(tmpdir(), "loggia-measure-"));
try {
	await multiplyPages(join(root, "node_modules/react-router/docs"), folder, PAGES);
	const views: FirstView[] = [];
	for (let start = 0; start < STARTS; start += 1) views.push(await measureFirstView(root, folder));
	console.log(renderReport(views));
} finally {
	await rm(folder, { recursive: true, force: true });
}

function renderReport(views: readonly FirstView[]): string {
	const sizes = views[0]?.sizes ?? [];
	return [
		`| ${PAGES} pages, median of ${views.length} starts | |`,
		"| --- | ---: |",
		`| Start to first 200 | ${Math.round(median(views.map(({ startMs }) => startMs)))} ms |`,
		`| Memory after it | ${mebibytes(median(views.map(({ memoryBytes }) => memoryBytes)))} |`,
		"",
		`| Index | ${CODINGS.join(" | ")} |`,
		"| --- | ---: | ---: | ---: |",
		...sizes.map(renderSizes),
	].join("\n");
}

function renderSizes({ name, bytes }: Sizes): string {
	return `| ${name} | ${CODINGS.map((coding) => `${bytes[coding].toLocaleString("en")} B`).join(" | ")} |`;
}

function mebibytes(bytes: number): string {
	return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
