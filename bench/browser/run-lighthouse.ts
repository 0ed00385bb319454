import { type LighthouseResult, navigation } from "lighthouse";
import { median } from "../median.ts";

export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

export interface LighthouseScores {
	readonly path: string;
	/** 0 to 100, by category: the median of the runs. */
	readonly scores: Readonly<Record<(typeof CATEGORIES)[number], number>>;
	/** Milliseconds, simulated by Lighthouse for a slow phone: the median of the runs. */
	readonly lcpMs: number;
	readonly tbtMs: number;
	readonly cls: number;
	/** Titles of the audits that cost points in any run. */
	readonly shortcomings: readonly string[];
}

export interface LighthouseOptions {
	readonly origin: string;
	readonly path: string;
	/** Debugging port of a running Chromium. */
	readonly debuggingPort: number;
	readonly runs: number;
}

type Report = LighthouseResult["lhr"];

/**
 * Runs Lighthouse with its preset for phones. It connects only to the site: error reports and update
 * checks are part of its command line.
 *
 * @throws {Error} When a run has no result.
 */
export async function runLighthouse(options: LighthouseOptions): Promise<LighthouseScores> {
	const { origin, path, debuggingPort, runs } = options;
	const reports: Report[] = [];
	for (let run = 0; run < runs; run += 1) {
		reports.push(await runOnce(origin + path, debuggingPort));
	}
	const scoreOf = (category: string): number =>
		Math.round(100 * median(reports.map(({ categories }) => categories[category]?.score ?? 0)));
	const numberOf = (audit: string): number =>
		median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
	return {
		path,
		scores: {
			performance: scoreOf("performance"),
			accessibility: scoreOf("accessibility"),
			"best-practices": scoreOf("best-practices"),
			seo: scoreOf("seo"),
		},
		lcpMs: numberOf("largest-contentful-paint"),
		tbtMs: numberOf("total-blocking-time"),
		cls: numberOf("cumulative-layout-shift"),
		shortcomings: [...new Set(reports.flatMap(shortcomingsOf))],
	};
}

async function runOnce(url: string, port: number): Promise<Report> {
	const flags = { port, logLevel: "error", onlyCategories: CATEGORIES } as const;
	const result = await navigation(undefined, url, { flags });
	if (result === undefined) throw new Error(`Lighthouse had no result for "${url}"`);
	const { lhr } = result;
	if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message);
	return lhr;
}

function shortcomingsOf({ categories, audits }: Report): readonly string[] {
	const counted = Object.values(categories).flatMap(({ auditRefs }) => auditRefs);
	return counted.flatMap(({ id, weight }) => {
		const audit = audits[id];
		const isShort = weight > 0 && typeof audit?.score === "number" && audit.score < 0.9;
		return isShort ? [audit.title] : [];
	});
}
