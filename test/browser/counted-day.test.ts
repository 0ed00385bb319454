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
test(`a day of ${visitCount} visits is counted exactly, and leaves nothing in the browser`, async () => {
	const services = await startBothServices(FILES, { TRUSTED_PROXIES: "loopback" });
	const { originOf } = await startPeopleProxy({
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
	expect(new Set(tabs.flatMap(({ left }) => left))).toEqual(new Set());
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

/** Address on the site, title and status, as the service should have them. */
type View = readonly [address: string, title: string, status: number];

interface TrueView {
	readonly person: string;
	readonly view: View;
}

interface Visit {
	readonly page: Page;
	readonly site: string;
}

type Script = (visit: Visit) => Promise<readonly View[]>;

const HOME: View = ["/", "Home | Day", 200];
const GUIDE: View = ["/guide", "Guide | Day", 200];
const SEARCHED: View = ["/guide?q=beans", "Guide | Day", 200];
const MISSING: View = ["/missing", "404 - Page not found: /missing | Day", 404];
const OVER: View = ["/over", "404 - Page not found: /over | Day", 404];

/** What visitors do; each says which page views that makes. */
const SCRIPTS: readonly Script[] = [
	async function looksAndLeaves({ page, site }) {
		await open(page, `${site}/`);
		return [HOME];
	},
	async function readsOn({ page, site }) {
		await open(page, `${site}/`);
		await follow(page, "Guide", GUIDE);
		return [HOME, GUIDE];
	},
	async function goesBackAndForth({ page, site }) {
		await open(page, `${site}/`);
		await follow(page, "Guide", GUIDE);
		await page.evaluate(() => history.back());
		await titled(page, HOME);
		await page.evaluate(() => history.forward());
		await titled(page, GUIDE);
		return [HOME, GUIDE, HOME, GUIDE];
	},
	async function clicksOnTheSamePage({ page, site }) {
		await open(page, `${site}/`);
		await click(page, "Same");
		await click(page, "Place");
		await page.waitForURL("**/#place");
		await click(page, "Same");
		await page.waitForURL((url) => url.hash === "");
		return [HOME];
	},
	async function reloads({ page, site }) {
		await open(page, `${site}/guide`);
		await page.reload({ waitUntil: "load" });
		await ready(page);
		return [GUIDE, GUIDE];
	},
	async function missesAPage({ page, site }) {
		await open(page, `${site}/`);
		await follow(page, "Missing", MISSING);
		return [HOME, MISSING];
	},
	async function comesToAMissingPage({ page, site }) {
		await open(page, `${site}/missing`);
		return [MISSING];
	},
	async function comesTooLate({ page, site }) {
		await open(page, `${site}/`);
		await follow(page, "Over", OVER);
		return [HOME, OVER];
	},
	async function changesTheirMind({ page, site }) {
		await open(page, `${site}/`);
		await click(page, "Slow");
		await follow(page, "Guide", GUIDE);
		return [HOME, GUIDE];
	},
	async function searches({ page, site }) {
		await open(page, `${site}/guide`);
		await click(page, "Searched");
		await page.waitForURL("**/guide?q=beans");
		await follow(page, "Home", HOME);
		return [GUIDE, SEARCHED, HOME];
	},
];

/** Few, since they take their time. */
const PATIENT: readonly Script[] = [
	async function staysUntilLinksAreFetchedInAdvance({ page, site }) {
		const prefetched = page.waitForResponse(/\/guide\/_payload\.json/);
		await open(page, `${site}/`);
		await prefetched;
		return [HOME];
	},
	async function readsWithTheClientThere({ page, site }) {
		const asked = page.waitForResponse(/\/ingest\/decide/);
		await open(page, `${site}/`);
		await asked;
		await follow(page, "Guide", GUIDE);
		return [HOME, GUIDE];
	},
];

async function looks({ page, site }: Visit): Promise<readonly View[]> {
	await open(page, `${site}/`);
	await follow(page, "Guide", GUIDE);
	return [];
}

interface PlannedVisit {
	readonly name: string;
	readonly script: Script;
}

const BOT = "bot";
const PRIVATE = "private";

/** One visit in twenty is a bot's, one in twenty of a visitor who opted out. */
function planVisit(index: number): PlannedVisit {
	if (index % 20 === 7) return { name: BOT, script: looks };
	if (index % 20 === 13) return { name: PRIVATE, script: looks };
	const [scripts, turn] = index % 11 === 4 ? [PATIENT, Math.floor(index / 11)] : [SCRIPTS, index];
	const script = scripts[turn % scripts.length] ?? looks;
	return { name: `person-${index % PEOPLE}`, script };
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
		const made = await script({ page, site: originOf(name) });
		for (const view of made) views.push({ person: name, view });
		left.push(...(await storedIn(page)));
	}
	await page.goto("about:blank");
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

async function open(page: Page, url: string): Promise<void> {
	await page.goto(url, { waitUntil: "domcontentloaded" });
	await ready(page);
}

/** Links are the app's, and the first page is counted, once React has taken over. */
async function ready(page: Page): Promise<void> {
	await page.evaluate(async () => {
		const isHydrated = (): boolean => {
			const last = document.querySelector("#app > :last-child");
			return last !== null && Object.keys(last).some((key) => key.startsWith("__reactFiber$"));
		};
		while (!isHydrated()) await new Promise((resolve) => setTimeout(resolve, 5));
	});
}

async function click(page: Page, name: string): Promise<void> {
	await page.evaluate((text) => {
		const links = [...document.querySelectorAll<HTMLAnchorElement>("#page-body a")];
		links.find((link) => link.textContent === text)?.click();
	}, name);
}

async function follow(page: Page, name: string, to: View): Promise<void> {
	await click(page, name);
	await titled(page, to);
}

async function titled(page: Page, [, title]: View): Promise<void> {
	await page.evaluate(async (expected) => {
		while (document.title !== expected) await new Promise((resolve) => setTimeout(resolve, 5));
	}, title);
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
