/**
 * Writes a year of page views. Then requests overviews and funnels of 30 days and of the year over HTTP,
 * while 500 page views a second arrive, as posthog-js sends them. `npm run bench` measures the questions
 * about the people of such a year.
 *
 *     node bench/year.ts [page views, 10,000,000 by default] [folder for the file]
 *
 * An existing file in the folder is measured unchanged.
 */
import { statSync } from "node:fs";
import { ensureBuild } from "../scripts/build.ts";
import { pinLoad } from "./http/pinned-process.ts";
import { Servers } from "./http/servers.ts";
import {
	AUTHORIZED,
	asking,
	funnelOf,
	measureQuestion,
	VIEWS_PER_SECOND,
} from "./year/measure-question.ts";
import { daysOf, lastDays, prepareYear } from "./year/year-store.ts";

const VIEWS = Number(process.argv[2] ?? 10_000_000);

const OVERVIEW_BREAKDOWNS =
	"page,entry_page,exit_page,referrer,utm_source,campaign,browser,os,device,language,status";
const IN_NEW_YORK = "&timezone=America/New_York";
const OF_A_PAGE = "&filter=page:is:/guide/page-7";
const OF_A_COUNTRY = "&filter=country:is:C5";
const OF_PHONES = "&filter=device:is:Mobile";
const OFTEN = 100;
/** Repetitions for slow answers. */
const SOME = 40;
const SELDOM = 3;

const month = lastDays(30);
const year = lastDays(365);

await ensureBuild(`${import.meta.dirname}/..`);
await using servers = new Servers();
const folder = process.argv[3] ?? (await servers.folder());
const path = prepareYear(folder, VIEWS);
pinLoad();
const service = await servers.analytics(folder);
for (const [name, range, more, times] of [
	["30 days", month, "", OFTEN],
	["a year", year, "", OFTEN],
	["30 days in New York", month, IN_NEW_YORK, OFTEN],
	["a year in New York", year, IN_NEW_YORK, OFTEN],
	["30 days of a page", month, OF_A_PAGE, SOME],
	["30 days of a country", month, OF_A_COUNTRY, SOME],
	["30 days of phones", month, OF_PHONES, SOME],
	["30 days of phones in New York", month, OF_PHONES + IN_NEW_YORK, SOME],
	["a year of a page", year, OF_A_PAGE, SELDOM],
	["a year of phones", year, OF_PHONES, SELDOM],
] as const) {
	const { from, to } = daysOf(range);
	const query = `from=${from}&to=${to}&breakdown=${OVERVIEW_BREAKDOWNS}&limit=10${more}`;
	const ask = (port: number): Promise<Response> =>
		fetch(`http://127.0.0.1:${port}/api/v1/stats?${query}`, { headers: AUTHORIZED });
	await print(`overview of ${name}`, ask, times);
}
await print("a funnel of 30 days", asking({ ...funnelOf(5), ...daysOf(month) }), SOME);
await print("a funnel of a year", asking({ ...funnelOf(5), ...daysOf(year) }), SELDOM);
console.log(`file: ${(statSync(path).size / 1e9).toFixed(2)} GB`);
console.log(`memory at most: ${service.peakMemoryMb().toFixed(0)} MB`);

async function print(
	name: string,
	ask: (port: number) => Promise<Response>,
	times: number,
): Promise<void> {
	const { p50Ms, p95Ms, ingest } = await measureQuestion(service.port, {
		...{ name, ask, times },
		viewsPerSecond: VIEWS_PER_SECOND,
	});
	const { perSecond, p99Ms, refused } = ingest;
	console.log(
		`${name}: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms, at ${perSecond.toFixed(0)} events/s (p99 ${p99Ms.toFixed(1)} ms), ${refused} refused`,
	);
}
