import type { Page } from "playwright-core";
import { expect } from "vitest";
import { REDIRECT_CASES, type RedirectCase } from "../shared/routing/redirect-cases.ts";
import { test } from "../support/browser-test.ts";
import { lengthsOf } from "../support/lengths.ts";
import { follow, openHydrated, shown } from "../support/site-page.ts";
import { startTestSite } from "../support/start-test-site.ts";
import { follow as clickOn } from "./histories/visited-tab.ts";

const { stride } = lengthsOf("test/browser/redirects-and-prefetch.test.ts");
const BASE_PATH = "/base";

const RULES = Object.fromEntries(
	REDIRECT_CASES.map(({ pattern, redirect }) => [pattern, { redirect }]),
);

const FILES = {
	"site.yaml": `name: Example\nrouteRules: ${JSON.stringify(RULES)}\n`,
	"pages/index.md": "# Welcome\n\n[Guide](/guide) [More](/more)\n",
	// A blog has a chunk of its own.
	"pages/guide/index.md": "---\ntype: blog\n---\n# Guide\n\n[Welcome](/)\n",
	"pages/more.md": "# More\n\n[Odd](/odd) [Moved](/exact?a=1#part)\n",
	"pages/odd.md": "---\nmiddleware: [absent]\nnavigation: false\n---\n# Odd\n",
	"pages/new.md": "# New\n\n## Part\n",
};

// Rules are tested one by one without a browser, and below no path.
test("redirects are the same from the server and from a click", async ({ page, faults }) => {
	const site = await startTestSite(FILES, { BASE_PATH });
	faults.allow(/404|foreign request: https:\/\/example\.org/);
	const { origin } = new URL(site.url);
	await page.route(/^https:\/\/example\.org(?::8443)?\//, (route) =>
		route.fulfill({ body: "elsewhere" }),
	);

	for (const redirect of REDIRECT_CASES.filter((_case, index) => index % stride === 0)) {
		const expected = redirect.to.startsWith("/") ? origin + BASE_PATH + redirect.to : redirect.to;
		expect([redirect.name, await answerOf(site.url, redirect)]).toEqual([redirect.name, expected]);
		// The tab goes on from page to page; only after another site it must be opened again.
		if (!page.url().startsWith(site.url)) await openWithRules(page, site.url);
		const payloads = requestedPayloads(page);
		await clickOn(page, BASE_PATH + redirect.from);
		await expect.poll(() => page.url(), { message: redirect.name }).toBe(expected);
		const [path = ""] = redirect.from.split(/[?#]/);
		expect(payloads, "the rule is known before anything is fetched").not.toContain(
			`${site.url}${path}/_payload.json`,
		);
	}
});

test.for([
	["HTML", { status: 200, contentType: "text/html", body: "<!doctype html><h1>Hello</h1>" }],
	["nothing, ever", undefined],
] as const)("a manifest that answers %s is logged, and everything works", async ([, answer], {
	page,
	faults,
}) => {
	const site = await startTestSite(FILES);
	faults.allow(/Failed to load resource/);
	const warnings: string[] = [];
	page.on("console", (message) => {
		if (message.type() === "warning") warnings.push(message.text());
	});
	await page.route(/builds\/meta/, (route) =>
		answer === undefined ? undefined : route.fulfill(answer),
	);
	await page.clock.install();
	await openHydrated(page, site.url);

	await expect
		.poll(async () => {
			// Two attempts are given up after ten seconds each.
			await page.clock.fastForward(10_000);
			return warnings.join("\n");
		})
		.toContain("The build manifest could not be fetched");
	await page.clock.resume();
	await follow(page, "Guide");
	await follow(page, "Welcome");
	await page.locator("#page-body").getByRole("link", { name: "More" }).click();
	await page.getByRole("link", { name: "Moved" }).click();
	await shown(page, "New");
	expect(page.url()).toBe(`${site.url}/new?a=1#part`);
});

test("a page that is known to fail is not fetched ahead", async ({ page }) => {
	const site = await startTestSite(FILES);
	const payloads = requestedPayloads(page);
	const client = page.waitForRequest(/\/builds\/meta\//);
	await page.goto(`${site.url}/more`);
	await client;

	await page.locator("#page-body").getByRole("link", { name: "Odd" }).hover();
	await page.locator("#page-body").getByRole("link", { name: "Moved" }).hover();
	await expect.poll(() => payloads).toContain(`${site.url}/exact/_payload.json`);

	expect(payloads).not.toContain(`${site.url}/odd/_payload.json`);
});

// That a click asks for none of it again: `start.test.ts`.
test("links that can be seen are prefetched, a second after the app is ready", async ({ page }) => {
	const site = await startTestSite(FILES);
	const prefetched = [/\/guide\/_payload\.json/, /\/_nuxt\/blog\.\w+\.js/, /\/builds\/meta\//];
	const requests = prefetched.map((pattern) => page.waitForRequest(pattern));

	await openHydrated(page, site.url);

	await Promise.all(requests);
});

async function answerOf(siteUrl: string, { from, status = 307 }: RedirectCase): Promise<string> {
	const hash = from.includes("#") ? from.slice(from.indexOf("#")) : "";
	const response = await fetch(siteUrl + from, { redirect: "manual" });
	expect(response.status).toBe(status);
	const location = new URL(response.headers.get("location") ?? "", siteUrl);
	// What every browser does: a target without a fragment inherits the one of the request.
	if (location.hash === "") location.hash = hash;
	return location.href;
}

/** Opens the home page, until the tab follows its rules: then a redirect needs no payload. */
async function openWithRules(page: Page, url: string): Promise<void> {
	const manifest = page.waitForResponse(/builds\/meta/);
	await openHydrated(page, url);
	await (await manifest).finished();
	const payloads = requestedPayloads(page);
	await expect
		.poll(async () => {
			const before = payloads.length;
			await clickOn(page, `${BASE_PATH}/exact?probe=${before}`);
			await page.waitForURL(`${url}/new?probe=${before}`);
			return payloads.slice(before).some((asked) => asked.includes("/exact/"));
		})
		.toBe(false);
}

/** @returns URLs of the payloads that are asked for from now on, without their query. */
function requestedPayloads(page: Page): readonly string[] {
	const payloads: string[] = [];
	page.on("request", (request) => {
		const [url = ""] = request.url().split("?");
		if (url.endsWith("/_payload.json")) payloads.push(url);
	});
	return payloads;
}
