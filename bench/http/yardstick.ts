import { join } from "node:path";
import { median } from "../median.ts";
import { createBenchSite } from "./bench-site.ts";
import { runPinned } from "./pinned-process.ts";
import type { Servers } from "./servers.ts";

/** Program that reads the pages of a site and renders their HTML, without any other work. */
const BARE_PARSE = join(import.meta.dirname, "../baseline/bare-parse.ts");

const PAGES = 1_000;

/**
 * Milliseconds on the machine of the budgets in milliseconds and in events per second. Derived from the
 * product of 23 November 2026: its first start took 2.52 s on that machine, and 6.53 s where this program
 * takes 2.33 s.
 */
const REFERENCE_MS = 900;

const RUNS = 5;

/** @returns The time on this machine relative to the machine of the budgets. */
export async function measureYardstick(servers: Servers): Promise<number> {
	const site = servers.adopt(await createBenchSite({ pages: PAGES, redirects: 0 }));
	const tookMs = Array.from({ length: RUNS }, () => runPinned([BARE_PARSE, join(site, "pages")]));
	return median(tookMs) / REFERENCE_MS;
}
