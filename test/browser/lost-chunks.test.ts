import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { type OpenedPage, test } from "../support/browser-test.ts";
import { hydrated } from "../support/hydrated.ts";
import { lengthsOf } from "../support/lengths.ts";
import { writeSiteFolder } from "../support/site-folder.ts";
import { follow, openHydrated, recordDocuments } from "../support/site-page.ts";
import { startSite } from "../support/start-site.ts";
import { startTestSite } from "../support/start-test-site.ts";
import { withoutPrefetching } from "../support/without-prefetching.ts";

const DIST = join(import.meta.dirname, "../../dist");

const FILES = {
	"site.yaml": "name: Example\nfreshness: {pollSeconds: 3600}\n",
	"pages/index.md": "# Welcome\n\n[Guide](/guide?a=1#part)\n",
	"pages/guide/index.md":
		"---\ntype: blog\n---\n# Guide\n\nReadable text. [Welcome](/) [Other](/other)\n\n## Part\n",
	"pages/other.md": "# Other\n\n[Welcome](/)\n",
};

/** The chunk of blogs. Other Markdown pages need none. */
const PAGE_CHUNK = /\/_nuxt\/blog\.[^/]+\.js$/;

const ENTRY = /\/_nuxt\/entry-client\.[^/]+\.js$/;

test("a chunk that is lost for a moment: one full load, and no error page flashes before it", async ({
	page,
	faults,
}) => {
	const site = await startTestSite(FILES);
	faults.allow(/404/);
	const seen = await recordHeadings(page);
	// The chunk is the click's to lose.
	await withoutPrefetching(page);
	await openHydrated(page, site.url);
	const documents = recordDocuments(page);
	await page.route(PAGE_CHUNK, (route) => route.fulfill({ status: 404, body: "gone" }), {
		times: 1,
	});

	await follow(page, "Guide");
	await hydrated(page);

	expect(documents).toEqual([`${site.url}/guide?a=1`]);
	expect(page.url()).toBe(`${site.url}/guide?a=1#part`);
	expect(await seen()).toEqual(["Welcome", "Guide"]);
});

test("a chunk that is missing for good: the server's page stays readable and its links work", async ({
	page,
	faults,
}) => {
	const site = await startDamagedSite(/^blog\..*\.js/);
	faults.allow(/404/);
	await openHydrated(page, site);
	const documents = recordDocuments(page);

	await page.locator("#page-body").getByRole("link", { name: "Guide" }).click();
	await page.getByText("Readable text.").waitFor();
	await quiet(page);
	expect(documents, "the click, and no loop").toEqual([`${site}/guide?a=1`]);

	await follow(page, "Other");
	await follow(page, "Welcome");
	await hydrated(page);
});

const { parts } = lengthsOf("test/browser/lost-chunks.test.ts");

const PARTS = [
	["the chunk of the page itself", /^blog\..*\.js/],
	["what the entry imports", /^chunk\..*\.js/],
	["the stylesheet", /^entry-client\..*\.css/],
	["the entry", /^entry-client\..*\.js/],
] as const;

test.for(
	PARTS.slice(-parts),
)("%s is missing for good: one attempt, then the page as it was sent", async ([, lost], {
	page,
	faults,
}) => {
	const site = await startDamagedSite(lost);
	// Chromium's words for a stylesheet that is answered with a sentence.
	faults.allow(/404|MIME type/);
	const documents = recordDocuments(page);

	await page.goto(`${site}/guide`);
	await expect.poll(() => documents.length).toBe(2);
	await page.getByText("Readable text.").waitFor();
	await quiet(page);
	expect(documents).toHaveLength(2);

	await follow(page, "Other");
});

test("an entry that is lost for a moment comes with the second load", async ({ page, faults }) => {
	const site = await startTestSite(FILES);
	faults.allow(/404/);
	const documents = recordDocuments(page);
	await page.route(ENTRY, (route) => route.fulfill({ status: 404, body: "gone" }), { times: 1 });

	await page.goto(`${site.url}/guide?a=1#part`);
	await expect.poll(() => documents.length).toBe(2);
	await hydrated(page);

	expect(page.url()).toBe(`${site.url}/guide?a=1#part`);
});

test("where storage is blocked, a lost entry is no reason to load again and again", async ({
	page,
	faults,
}) => {
	const site = await startTestSite(FILES);
	faults.allow(/404/);
	await page.addInitScript(() => {
		Object.defineProperty(window, "sessionStorage", {
			get() {
				throw new DOMException("The operation is insecure", "SecurityError");
			},
		});
	});
	await page.route(/\/_nuxt\/(blog|entry-client)\..*\.js$/, (route) =>
		route.fulfill({ status: 404, body: "gone" }),
	);
	const documents = recordDocuments(page);

	await page.goto(`${site.url}/guide`);
	await quiet(page);

	expect(documents).toHaveLength(1);
});

/** A site whose build lacks these files, in the app folder as in what is kept. */
async function startDamagedSite(lost: RegExp): Promise<string> {
	// Inside the project, where the build finds its packages.
	const buildFolder = join(DIST, `../node_modules/.cache/damaged-${process.pid}-${Date.now()}`);
	await cp(DIST, buildFolder, { recursive: true });
	const assets = join(buildFolder, "client/_nuxt");
	for (const name of await readdir(assets)) {
		if (lost.test(name)) await rm(join(assets, name));
	}
	const site = await startSite({ buildFolder, siteFolder: await writeSiteFolder(FILES) });
	onTestFinished(async () => {
		await site.stop();
		await rm(buildFolder, { recursive: true, force: true });
	});
	return site.url;
}

/** @returns What stood in the heading of the page, one after the other, over all documents. */
async function recordHeadings(page: OpenedPage["page"]): Promise<() => Promise<string[]>> {
	await page.addInitScript(() => {
		const read = (): string[] => JSON.parse(sessionStorage.getItem("headings") ?? "[]");
		new MutationObserver(() => {
			const heading = document.querySelector("h1")?.textContent ?? "";
			const headings = read();
			if (heading === "" || headings.at(-1) === heading) return;
			sessionStorage.setItem("headings", JSON.stringify([...headings, heading]));
		}).observe(document, { childList: true, subtree: true, characterData: true });
	});
	return () => page.evaluate(() => JSON.parse(sessionStorage.getItem("headings") ?? "[]"));
}

/** Long enough for a loop to show: a reload takes a tenth of it. */
async function quiet(page: Page): Promise<void> {
	await page.waitForLoadState("networkidle");
	await page.waitForTimeout(1500);
}
