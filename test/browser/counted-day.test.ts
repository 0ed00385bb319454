import { type BrowserContext, chromium, type Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { type BothServices, startBothServices } from "../support/both-services.ts";
import { chromiumOptions } from "../support/chromium.ts";
import { VISITOR } from "../support/counted-site.ts";
import { lengthsOf } from "../support/lengths.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { type Person, startPeopleProxy } from "../support/people-proxy.ts";
import { pretendToHaveWindow } from "../support/pretend-to-have-window.ts";
import { carryOut, type View } from "./day/carry-out.ts";

const FILES = {
	"site.yaml": "name: Day\n",
	"pages/index.md":
		"# Home\n\n[Guide](/guide) [Slow](/slow) [Missing](/missing) [Over](/over) [Same](/) [Place](/#place)\n\n## Place\n",
	"pages/guide.md": "# Guide\n\n[Home](/) [Searched](/guide?q=beans)\n",
	"pages/slow.md": "# Slow\n",
	"pages/over.md": "---\nexpiresAt: 2020-01-01\n---\n# Over\n",
};

/** Twenty follow each script at least once. */
const { visits: visitCount } = lengthsOf("test/browser/counted-day.test.ts");
/** People, each with a browser of their own; some come several times. */
const PEOPLE = 15;
/** As many tabs as the machine of a test can drive. */
const TABS = 4;
/** No one looks: what is painted would take a third of the processor that this test has. */
const SMALL = { width: 400, height: 300 };

/**
 * A day of known truth: each visit follows a script that says which page views it makes, and
 * in the end the service must have counted exactly those.
 */
test(`a day of ${visitCount} visits is counted exactly, and leaves only scroll positions in the browser`, async () => {
	const services = await startBothServices(FILES, { TRUSTED_PROXIES: "loopback" });
	const { originOf, failures } = await startPeopleProxy({
		site: services.site,
		personOf,
		// A visitor who waits for it leaves for another page.
		isHeld: (url) => url.startsWith("/slow/_payload.json"),
	});
	const context = await openBrowser();
	const visits = Array.from({ length: visitCount }, (_, index) => index);

	const tabs = await Promise.all(
		Array.from({ length: TABS }, () => driveTab(context, originOf, visits)),
	);

	const truth = tabs.flatMap(({ views }) => views);
	// Otherwise, the service could not count them.
	expect(failures).toEqual([]);
	await expect
		.poll(async () => (await statsOf(services)).totals.views)
		.toBeGreaterThanOrEqual(truth.length);
	const { totals, breakdowns } = await statsOf(services);
	expect(totals).toMatchObject({
		views: truth.length,
		visitors: new Set(truth.map(({ person }) => person)).size,
	});
	expect(rowsOf(breakdowns["status"])).toEqual(countBy(truth, ({ view }) => String(view[2])));
	expect(rowsOf(breakdowns["page"])).toEqual(countBy(truth, ({ view: [address] }) => address));
	expect(tally(await viewsOf(services))).toEqual(tally(truth.map(({ view }) => view)));
	// React Router's own scroll positions, which end with the tab and name no visitor.
	expect(new Set(tabs.flatMap(({ left }) => left))).toEqual(
		new Set(["session storage: react-router-scroll-positions"]),
	);
	expect(await context.cookies()).toEqual([]);
});

/** A browser of its own: what is sent when a page is left carries the user agent of the process. */
async function openBrowser(): Promise<BrowserContext> {
	const browser = await chromium.launch(chromiumOptions(`--user-agent=${VISITOR.userAgent}`));
	onTestFinished(() => browser.close());
	const context = await browser.newContext({ viewport: SMALL });
	context.setDefaultTimeout(PATIENCE_MS);
	await context.addInitScript(pretendToHaveWindow);
	await context.addInitScript(askForPrivacy);
	return context;
}

interface TrueView {
	readonly person: string;
	readonly view: View;
}

/** What visitors do. Each step makes the view that it names; "Same", "Place" and "Slow" are none. */
const SCRIPTS = [
	"open Home",
	"open Home, follow Guide",
	"open Home, follow Guide, back Home, forward Guide",
	"open Home, go Same, go Place, go Same",
	"open Guide, reload Guide",
	"open Home, follow Missing",
	"open Missing",
	"open Home, follow Over",
	"open Home, click Slow, follow Guide",
	"open Guide, follow Searched, follow Home",
];

/** Few, since they take their time: until links are fetched in advance, or the client is there. */
const PATIENT = ["open-until-fetched Home", "open-until-asked Home, follow Guide"];

const LOOK = "open Home, follow Guide";

const BOT = "bot";
const PRIVATE = "private";

/** One visit in twenty is a bot's, one in twenty of a visitor who opted out. */
function planVisit(index: number): { readonly name: string; readonly script: string } {
	if (index % 20 === 7) return { name: BOT, script: LOOK };
	if (index % 20 === 13) return { name: PRIVATE, script: LOOK };
	const [scripts, turn] = index % 11 === 4 ? [PATIENT, Math.floor(index / 11)] : [SCRIPTS, index];
	return { name: `person-${index % PEOPLE}`, script: scripts[turn % scripts.length] ?? LOOK };
}

function personOf(name: string): Person {
	if (name === BOT) {
		return {
			address: "198.51.100.7",
			userAgent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
		};
	}
	return { address: `203.0.113.${Number(name.split("-")[1] ?? 255)}` };
}

interface DrivenTab {
	readonly views: readonly TrueView[];
	/** Where something was stored, and under which name. */
	readonly left: readonly string[];
}

/** Takes one visit after the other from the list, until there is none. */
async function driveTab(
	context: BrowserContext,
	originOf: (name: string) => string,
	visits: number[],
): Promise<DrivenTab> {
	const page = await context.newPage();
	const views: TrueView[] = [];
	const left: string[] = [];
	for (let index = visits.shift(); index !== undefined; index = visits.shift()) {
		const { name, script } = planVisit(index);
		const made = await carryOut(page, originOf(name), script);
		if (name !== BOT && name !== PRIVATE) {
			for (const view of made) views.push({ person: name, view });
		}
		left.push(...(await storedIn(page)));
	}
	// A page of the same site: with another one, the process would end, perhaps before it sends the last view.
	await page.goto(`${originOf(PRIVATE)}/robots.txt`);
	return { views, left };
}

function storedIn(page: Page): Promise<readonly string[]> {
	return page.evaluate(async () => [
		...Object.keys(localStorage).map((key) => `local storage: ${key}`),
		...Object.keys(sessionStorage).map((key) => `session storage: ${key}`),
		...(await indexedDB.databases()).map(({ name }) => `database: ${name}`),
		...(await caches.keys()).map((key) => `cache: ${key}`),
		...(document.cookie === "" ? [] : [`cookie: ${document.cookie}`]),
	]);
}

/** Runs in every page: some ask not to be tracked. */
function askForPrivacy(): void {
	Object.defineProperty(Navigator.prototype, "doNotTrack", {
		get: () => (location.hostname.startsWith("private.") ? "1" : null),
	});
}

const statsAnswer = z.object({
	totals: z.object({ views: z.number(), visitors: z.number() }),
	breakdowns: z.record(z.string(), z.array(z.object({ value: z.string(), views: z.number() }))),
});

async function statsOf({ askAnalytics }: BothServices) {
	const response = await askAnalytics(`/api/v1/stats?from=${yesterday()}&breakdown=page,status`);
	return statsAnswer.parse(await response.json());
}

const exportedEvent = z.object({
	event: z.string(),
	properties: z.object({
		$host: z.string(),
		$current_url: z.string(),
		title: z.string(),
		status: z.number(),
	}),
});

async function viewsOf({ askAnalytics }: BothServices): Promise<readonly View[]> {
	const response = await askAnalytics(`/api/v1/export/events.jsonl?from=${yesterday()}`);
	const lines = (await response.text()).trimEnd().split("\n");
	// The test asks the site itself, as a program: that is told by the site, and no view of a browser.
	const sent = lines.map((line) => JSON.parse(line)).filter(isOfClient);
	const events = sent.map((event) => exportedEvent.parse(event));
	expect(new Set(events.map(({ event }) => event))).toEqual(new Set(["$pageview"]));
	return events
		.filter(({ properties }) => !properties.$host.startsWith(BOT))
		.map(({ properties: { $current_url, title, status } }) => {
			const { pathname, search } = new URL($current_url);
			return [pathname + search, title, status];
		});
}

function isOfClient({ properties }: { readonly properties: { readonly $lib?: string } }): boolean {
	return properties.$lib !== "loggia";
}

/** The day of the test may have begun while it ran. */
function yesterday(): string {
	return new Date(Date.now() - 86_400_000).toISOString();
}

function tally(views: readonly View[]): Readonly<Record<string, number>> {
	return countBy(views, (view) => view.join(" · "));
}

function countBy<Item>(
	items: readonly Item[],
	nameOf: (item: Item) => string,
): Readonly<Record<string, number>> {
	const groups = Map.groupBy(items, nameOf);
	return Object.fromEntries([...groups].map(([name, group]) => [name, group.length]));
}

function rowsOf(
	rows: readonly { readonly value: string; readonly views: number }[] = [],
): Readonly<Record<string, number>> {
	return Object.fromEntries(rows.map(({ value, views }) => [value, views]));
}
