import type { NavigationFigures } from "./measure-navigations.ts";
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
	readonly product: PageFigures;
	/**
	 * The same document, hydrated by React and its router alone. That script does not come over
	 * the slow line, and may run before the first paint: only its tasks can be compared.
	 */
	readonly bare: PageFigures;
	readonly navigation: NavigationFigures;
}

/** The figures as Markdown. */
export function renderBrowserReport(results: BrowserResults): string {
	const { machine, browser, pages, lighthouse } = results;
	const { cpuSlowdown, latencyMs, kilobitsPerSecond } = SLOW_DEVICE;
	return [
		`${machine}, Chromium ${browser}. Processor slowed down ${cpuSlowdown} times, line of ${kilobitsPerSecond} kbit/s with ${latencyMs} ms; medians.`,
		"",
		...table(
			["First view", "HTML", "CSS", "Scripts", "Other", "Bytes in all"],
			pages.map(({ path, product: { bytes } }) => [
				path,
				...[bytes.document, bytes.styles, bytes.scripts, bytes.other].map(count),
				count(bytes.document + bytes.styles + bytes.scripts + bytes.other),
			]),
		),
		"",
		...table(
			[
				...["Start", "FCP ms", "LCP ms", "CLS", "TBT ms", "Hydrated ms"],
				...["Blocking in all ms", "React alone", "Longest task ms", "React alone"],
			],
			pages.map(({ path, product, bare }) => [
				path,
				count(product.fcpMs),
				count(product.lcpMs),
				product.cls.toFixed(3),
				count(product.tbtMs),
				count(product.hydratedMs),
				count(product.blockingMs),
				count(bare.blockingMs),
				count(product.longestTaskMs),
				count(bare.longestTaskMs),
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
