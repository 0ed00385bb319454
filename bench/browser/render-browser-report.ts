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
		...table(
			["First view", "HTML", "CSS", "Scripts", "Other", "Bytes in all"],
			pages.map(({ path, visit: { bytes } }) => [
				path,
				...[bytes.document, bytes.styles, bytes.scripts, bytes.other].map(count),
				count(bytes.document + bytes.styles + bytes.scripts + bytes.other),
			]),
		),
		"",
		...table(
			["Start", "FCP ms", "LCP ms", "CLS", "Hydrated ms"],
			pages.map(({ path, visit }) => [
				path,
				count(visit.fcpMs),
				count(visit.lcpMs),
				visit.cls.toFixed(3),
				count(visit.hydratedMs),
			]),
		),
		"",
		...table(
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
		...table(
			["Click to new page", "prefetched ms", "not prefetched ms"],
			pages.map(({ path, navigation }) => [
				path,
				count(navigation.prefetchedMs),
				count(navigation.coldMs),
			]),
		),
		"",
		...lighthouseTable(lighthouse),
	].join("\n");
}

function tasksOf({ longTasks, longestTaskMs, blockedMs, tbtMs }: StartFigures): readonly string[] {
	return [longTasks, longestTaskMs, blockedMs, tbtMs].map(count);
}

function lighthouseTable(results: readonly LighthouseScores[]): readonly string[] {
	if (results.length === 0) return [];
	return [
		...table(
			[
				...["Lighthouse, phone", "Performance", "Accessibility", "Best practices", "SEO"],
				...["LCP ms", "TBT ms", "CLS", "Audits below 90"],
			],
			results.map(({ path, scores, lcpMs, tbtMs, cls, shortcomings }) => [
				path,
				...[scores.performance, scores.accessibility, scores["best-practices"], scores.seo].map(
					count,
				),
				count(lcpMs),
				count(tbtMs),
				cls.toFixed(3),
				shortcomings.join("; "),
			]),
		),
		"",
	];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
	return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

function count(value: number): string {
	return Math.round(value).toLocaleString("en-US");
}
