import { formatCount, markdownTable } from "../markdown-table.ts";
import type { NavigationFigures } from "./measure-navigations.ts";
import type { StartFigures } from "./measure-start.ts";
import type { PageFigures } from "./page-figures.ts";
import type { LighthouseScores } from "./run-lighthouse.ts";
import { SLOW_DEVICE } from "./slow-device.ts";

export interface BrowserResults {
	readonly machine: string;
	readonly browser: string;
	readonly pages: readonly PageResult[];
	readonly lighthouse: readonly LighthouseScores[];
}

export interface PageResult {
	readonly path: string;
	readonly visit: PageFigures;
	/** The product, and the same documents hydrated only by React and its router, measured in turns. */
	readonly starts: Readonly<Record<"product" | "bare", StartFigures>>;
	readonly navigation: NavigationFigures;
}

/** Renders the figures as Markdown. */
export function renderBrowserReport(results: BrowserResults): string {
	const { machine, browser, pages, lighthouse } = results;
	const { cpuSlowdown, latencyMs, kilobitsPerSecond } = SLOW_DEVICE;
	return [
		`${machine}, Chromium ${browser}. Processor slowed down ${cpuSlowdown} times, line of ${kilobitsPerSecond} kbit/s with ${latencyMs} ms; medians.`,
		"",
		...markdownTable(
			["First view", "HTML", "CSS", "Scripts", "Other", "Bytes in all"],
			pages.map(({ path, visit: { bytes } }) => [
				path,
				...[bytes.document, bytes.styles, bytes.scripts, bytes.other].map(formatCount),
				formatCount(bytes.document + bytes.styles + bytes.scripts + bytes.other),
			]),
		),
		"",
		...markdownTable(
			["Start", "FCP ms", "LCP ms", "CLS", "Hydrated ms"],
			pages.map(({ path, visit }) => [
				path,
				formatCount(visit.fcpMs),
				formatCount(visit.lcpMs),
				visit.cls.toFixed(3),
				formatCount(visit.hydratedMs),
			]),
		),
		"",
		...markdownTable(
			[
				...["Tasks over 50 ms, on a fast line", "Number", "Longest ms", "Beyond 50 ms each"],
				"Of it after the first paint (TBT)",
			],
			pages.flatMap(({ path, starts: { product, bare } }) => [
				[path, ...tasksOf(product)],
				[`${path} with React and its router alone`, ...tasksOf(bare)],
			]),
		),
		"",
		...markdownTable(
			["Click to new page", "prefetched ms", "not prefetched ms"],
			pages.map(({ path, navigation }) => [
				path,
				formatCount(navigation.prefetchedMs),
				formatCount(navigation.coldMs),
			]),
		),
		"",
		...lighthouseTable(lighthouse),
	].join("\n");
}

function tasksOf({ longTasks, longestTaskMs, blockedMs, tbtMs }: StartFigures): readonly string[] {
	return [longTasks, longestTaskMs, blockedMs, tbtMs].map(formatCount);
}

function lighthouseTable(results: readonly LighthouseScores[]): readonly string[] {
	if (results.length === 0) return [];
	return [
		...markdownTable(
			[
				...["Lighthouse, phone", "Performance", "Accessibility", "Best practices", "SEO"],
				...["LCP ms", "TBT ms", "CLS", "Audits below 90"],
			],
			results.map(({ path, scores, lcpMs, tbtMs, cls, shortcomings }) => [
				path,
				...[scores.performance, scores.accessibility, scores["best-practices"], scores.seo].map(
					formatCount,
				),
				formatCount(lcpMs),
				formatCount(tbtMs),
				cls.toFixed(3),
				shortcomings.join("; "),
			]),
		),
		"",
	];
}
