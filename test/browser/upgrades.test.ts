import { rm } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { test } from "../support/browser-test.ts";
import { type BuildVariants, buildVariants } from "../support/build-variants.ts";
import { chromiumOptions } from "../support/chromium.ts";
import type { Faults } from "../support/collect-faults.ts";
import { hydrated } from "../support/hydrated.ts";
import { lengthsOf } from "../support/lengths.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { openHydrated, recordDocuments, shown } from "../support/site-page.ts";
import { startUpgradableSite } from "../support/upgradable-site.ts";
import { withoutPrefetching } from "../support/without-prefetching.ts";

const { upgrades } = lengthsOf("test/browser/upgrades.test.ts");

const FILES = {
	"site.yaml": "name: Example\nfreshness: {pollSeconds: 3600}\n",
	"pages/index.md":
		"# Welcome\n\n[Guide](/guide?a=1&b=%20#part) [Deep](/deep/page) [Welcome](/?c=2)\n",
	"pages/guide.md": "# Guide\n\n[Welcome](/?c=2) [Deep](/deep/page) [Part](#part)\n\n## Part\n",
	"pages/deep/page.md": "# Deep\n\n[Welcome](/?c=2) [Guide](/guide?a=1&b=%20#part)\n",
};

/** Link, heading of the page behind it, and its URL: all routes, in the order of clicking. */
const ROUTES = [
	["Guide", "Guide", "/guide?a=1&b=%20#part"],
	["Deep", "Deep", "/deep/page"],
	["Welcome", "Welcome", "/?c=2"],
	["Deep", "Deep", "/deep/page"],
	["Guide", "Guide", "/guide?a=1&b=%20#part"],
	["Welcome", "Welcome", "/?c=2"],
] as const;

let variants: BuildVariants;

beforeAll(async () => {
	variants = await buildVariants(upgrades + 1);
});

afterAll(() => variants.remove());

test(`a server that is upgraded ${upgrades} times under an open tab`, async ({ page, faults }) => {
	const [first = "", ...others] = variants.folders;
	const site = await startUpgradableSite(FILES, first);
	allowRestarts(faults);
	const visit = watch(page);
	await openHydrated(page, site.url);
	// Routes that were visited before are checked too.
	await follow(page, "Deep");
	await shown(page, "Deep");
	await follow(page, "Welcome");
	await shown(page, "Welcome");

	for (const [index, build] of others.entries()) {
		await site.upgrade(build);
		visit.forget();
		// No operator deploys every two seconds: the pause after a full load of a path is over by then.
		await page.evaluate(() => sessionStorage.clear());
		for (const [link, heading, url] of ROUTES) {
			await follow(page, link);
			await shown(page, heading);
			// Until then links are the browser's.
			await hydrated(page);
			await expect.poll(() => page.url()).toBe(site.url + url);
		}
		expect(visit.documents, "one full load for each upgrade").toHaveLength(1);
		expect(await variantOf(page)).toBe(String(index + 2));

		await page.goBack();
		await shown(page, "Guide");
		expect(page.url()).toBe(`${site.url}/guide?a=1&b=%20#part`);
		await page.goForward();
		await shown(page, "Welcome");
		expect(page.url()).toBe(`${site.url}/?c=2`);
		expect(visit.missingAssets).toEqual([]);
	}
});

test("after an upgrade with the kept builds deleted, a hash-only link loads nothing, and the next page one document", async ({
	page,
	faults,
}) => {
	const [first = "", second = ""] = variants.folders;
	const site = await startUpgradableSite(FILES, first);
	allowRestarts(faults);
	await withoutPrefetching(page);
	// The manifest of the tab's own build goes with the rest.
	faults.allow(/status of 404.*\/builds\/meta\//);
	const visit = watch(page);
	await openHydrated(page, `${site.url}/guide`);
	await site.upgrade(second);
	// The new server may still be writing its own copy.
	await rm(join(site.dataFolder, "builds"), { recursive: true, maxRetries: 10, retryDelay: 50 });
	await tellOfReturn(page);
	visit.forget();

	await follow(page, "Part");
	await expect.poll(() => page.url()).toBe(`${site.url}/guide#part`);
	expect(visit.documents).toEqual([]);
	await follow(page, "Deep");
	await shown(page, "Deep");
	await hydrated(page);

	expect(visit.documents).toEqual([`${site.url}/deep/page`]);
	expect(page.url()).toBe(`${site.url}/deep/page`);
	expect(await variantOf(page)).toBe("2");
});

test("a page restored from the back-forward cache goes on to the live build", async () => {
	const [first = "", second = ""] = variants.folders;
	const site = await startUpgradableSite(FILES, first);
	const page = await openPageWithCache();
	await withoutPrefetching(page);
	await openHydrated(page, site.url);
	await site.upgrade(second);
	await follow(page, "Deep");
	await shown(page, "Deep");
	await hydrated(page);

	// Playwright waits in vain for a document that is not loaded again.
	await page.evaluate(() => history.back());
	await shown(page, "Welcome");
	await expect.poll(() => variantOf(page), { message: "the old build is back" }).toBe("1");
	const visit = watch(page);
	await follow(page, "Guide");
	await shown(page, "Guide");

	await expect.poll(() => variantOf(page)).toBe("2");
	expect(visit.documents).toEqual([`${site.url}/guide?a=1&b=%20`]);
	expect(page.url()).toBe(`${site.url}/guide?a=1&b=%20#part`);
});

interface Visit {
	/** URLs of documents that were loaded, without their hash. */
	readonly documents: string[];
	readonly missingAssets: string[];
	readonly forget: () => void;
}

function watch(page: Page): Visit {
	const documents = recordDocuments(page);
	const missingAssets: string[] = [];
	page.on("response", (response) => {
		if (response.status() >= 400) missingAssets.push(`${response.status()} ${response.url()}`);
	});
	return {
		documents,
		missingAssets,
		forget() {
			documents.length = 0;
			missingAssets.length = 0;
		},
	};
}

/** While no server listens, what the tab asks for on its own comes to nothing. */
function allowRestarts(faults: Faults): void {
	faults.allow(/ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/);
}

/** A link of the page's own text. */
async function follow(page: Page, name: string): Promise<void> {
	await page.locator("#page-body").getByRole("link", { name, exact: true }).click();
}

/** Which build runs in the tab. */
function variantOf(page: Page): Promise<string | undefined> {
	return page.evaluate(() => document.documentElement.dataset["variant"]);
}

/** A page in a browser of its own, since Playwright's have no back-forward cache. */
async function openPageWithCache(): Promise<Page> {
	const browser = await chromium.launch({
		...chromiumOptions(),
		ignoreDefaultArgs: ["--disable-back-forward-cache"],
	});
	onTestFinished(() => browser.close());
	const page = await browser.newPage();
	page.setDefaultTimeout(PATIENCE_MS);
	return page;
}

/** As a browser does when it takes the page out of its cache. */
async function tellOfReturn(page: Page): Promise<void> {
	await page.evaluate(() => {
		window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
	});
}
