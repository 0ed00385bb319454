import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { PROJECT_KEY } from "../support/analytics-service.ts";
import { endCollecting } from "../support/client-page.ts";
import { eventsNamed, openCountedSite, test, viewedPaths } from "../support/counted-site.ts";
import { freePort } from "../support/free-port.ts";
import { follow, recordRequests } from "../support/site-page.ts";

const FILES = {
	"site.yaml": "name: Example\n",
	"pages/index.md": "# Welcome\n\n[Guide](/guide)\n",
	"pages/guide.md": "# Guide\n\n[Home](/)\n",
};

describe("a service that fails costs a warning, and the site works as ever", () => {
	test("with 500", async ({ page, faults }) => {
		faults.allow(/status of 500/);
		const warned = page.waitForEvent("console", (message) =>
			message.text().includes("Bad HTTP status 500"),
		);

		await openCountedSite(page, {
			files: FILES,
			hook: (service) => {
				service.addHook("onRequest", async (_request, reply) => reply.code(500).send("no"));
			},
		});

		await expectToWork(page);
		await endCollecting(page);
		await warned;
	});

	test("by being on an origin that does not answer", async ({ page, faults }) => {
		faults.allow(/ERR_CONNECTION_REFUSED/);
		const host = `http://127.0.0.1:${await freePort()}`;
		const refused = page.waitForEvent("requestfailed", (request) =>
			request.url().startsWith(`${host}/decide`),
		);

		await openCountedSite(page, {
			files: FILES,
			environment: { POSTHOG_HOST: host, POSTHOG_KEY: PROJECT_KEY },
		});

		await refused;
		await expectToWork(page);
	});
});

describe("nothing is lost, and nothing counted twice", () => {
	test("by a service that takes its time", async ({ page }) => {
		const gate = Promise.withResolvers<void>();
		const { analytics } = await openCountedSite(page, {
			files: FILES,
			hook: (service) => service.addHook("onRequest", () => gate.promise),
		});

		await expectToWork(page);
		gate.resolve();

		await endCollecting(page);
		await expect.poll(() => viewedPaths(analytics)).toEqual(["/", "/", "/guide"]);
	});

	test("by leaving within 100 ms of a navigation", async ({ page }) => {
		const vitals = recordRequests(page, /web-vitals|\/static\//);
		const asked = page.waitForResponse(/\/ingest\/decide\//);
		const { analytics } = await openCountedSite(page, { files: FILES });
		await asked;
		// They are fetched where the site says so.
		expect(vitals).toEqual([]);

		await page.evaluate(() => {
			new MutationObserver(() => {
				if (!document.title.startsWith("Guide")) return;
				setTimeout(() => location.assign("about:blank"), 50);
			}).observe(document.head, { childList: true, subtree: true, characterData: true });
			document.querySelector<HTMLAnchorElement>('#page-body a[href="/guide"]')?.click();
		});

		await expect.poll(() => viewedPaths(analytics)).toEqual(["/", "/guide"]);
	});
});

test("web vitals are measured when the site says so, without a script from anywhere", async ({
	page,
}) => {
	const { analytics } = await openCountedSite(page, {
		files: FILES,
		environment: { ANALYTICS_WEB_VITALS: "true" },
	});

	await follow(page, "Guide");

	await endCollecting(page);
	await expect
		.poll(() => eventsNamed(analytics, "$web_vitals")[0])
		.toMatchObject({ properties: { $web_vitals_FCP_value: expect.any(Number) } });
});

async function expectToWork(page: Page): Promise<void> {
	await follow(page, "Guide");
	await follow(page, "Home", "Welcome");
}
