import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { type ServerMode, switchServer } from "../support/server-switch.ts";
import { openHydrated } from "../support/site-page.ts";
import { startTestSite } from "../support/start-test-site.ts";

const FILES = {
	"site.yaml": "name: Example\nfreshness: {pollSeconds: 3600}\n",
	"pages/index.md": "# Home\n\n[Next](/next) [Other](/other)\n",
	"pages/next.md": "# Next\n\n[Home](/)\n",
	"pages/other.md": "# Other\n\n[Home](/)\n",
};

/** A slow mobile line. */
const SLOW_LINE = {
	offline: false,
	latency: 400,
	downloadThroughput: 200_000,
	uploadThroughput: 200_000,
};

/** What Chromium says of requests that the test does not answer. */
const EXPECTED = /ERR_CONNECTION_REFUSED|status of 503/;

interface Scene {
	readonly page: Page;
	readonly server: (mode: ServerMode) => void;
}

/** What the tab is in the middle of, or has behind it, when the link is clicked. */
const STATES: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
	"a page at rest": async () => undefined,
	"a page that loads another one": async ({ page, server }) => {
		server("stalled");
		await click(page, "Other");
		await page.locator(".pending-bar").waitFor();
	},
	"a page that waits for the server": async ({ page, server }) => {
		server("down");
		await click(page, "Other");
		await page.locator(".notice", { hasText: "offline" }).waitFor();
	},
	"a page whose last visit has come to nothing": async ({ page, server }) => {
		server("gateway");
		await click(page, "Other");
		await page.getByRole("button", { name: "Cancel" }).click();
	},
	"a page of an older build": becomeStale,
	"a page that is left for a document": async (scene) => {
		await becomeStale(scene);
		scene.server("stalled");
		await click(scene.page, "Other");
		await scene.page.locator(".pending-bar").waitFor();
	},
};

/** The tab hears that the server runs another build: from then on, a click loads a document. */
async function becomeStale({ page, server }: Scene): Promise<void> {
	server("deployed");
	const heard = page.waitForResponse(/\/_payload\.json\?.*heard/);
	await page.evaluate(() => {
		const link = document.querySelector<HTMLAnchorElement>("#page-body a");
		if (link !== null) link.search = "?heard";
		link?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
	});
	await (await heard).finished();
}

test.for(Object.keys(STATES))("%s answers a click before the server does", async (state, {
	page,
	faults,
}) => {
	faults.allow(EXPECTED);
	const { url } = await startTestSite(FILES);
	const { set: server } = await switchServer(page);
	// By then, the code that fetches ahead is there.
	const ahead = page.waitForResponse(/\/builds\/meta\//);
	await openHydrated(page, url);
	await (await ahead).finished();
	const session = await page.context().newCDPSession(page);
	await session.send("Network.enable");
	await session.send("Network.emulateNetworkConditions", SLOW_LINE);
	await STATES[state]?.({ page, server });

	// Nothing is answered from here on: whatever is seen does not come from the server.
	server("stalled");
	const opacity = await click(page, "Next");

	expect(opacity).toBeLessThan(1);
	expect(await page.locator("[data-followed]").allTextContents()).toEqual(["Next"]);
	await page.locator(".pending-bar").waitFor();
	expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Home");
});

/** @returns How opaque the link is in the first frame after a click on it. */
function click(page: Page, name: string): Promise<number> {
	return page.evaluate((text) => {
		const links = [...document.querySelectorAll<HTMLAnchorElement>("#page-body a")];
		const link = links.find(({ textContent }) => textContent === text);
		if (link === undefined) throw new Error(`There is no link "${text}"`);
		// What was fetched ahead is no answer to this.
		link.search = "?clicked";
		link.click();
		return new Promise<number>((resolve) => {
			requestAnimationFrame(() => resolve(Number(getComputedStyle(link).opacity)));
		});
	}, name);
}
