import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { openHydrated } from "../support/site-page.ts";
import { type LiveSite, openLiveSite } from "../support/start-live-site.ts";

const TIMES = ["none", "intent", "render", "viewport"] as const;

/** Each page of the list has a loader, so that only a link with a time fetches it before it is pointed at. */
const FILES = {
	"site.yaml": "name: Shop\nfreshness: {pollSeconds: 3600}\n",
	"pages/index.md": "# Home\n",
	"pages/plain.md": "# Plain\n\n[About](/about)\n",
	"pages/about.tsx": `
		export const meta = { title: "About" };
		export default () => <h1>About</h1>;`,
	"pages/links.tsx": `
		import { Link } from "loggia";
		export const meta = { title: "Links" };
		export default () => <>
			<h1>Links</h1>
			<p><Link to="/plain">plain</Link> <Link to="/goods/default">default</Link></p>
			{${JSON.stringify(TIMES)}.map((time) => <div key={time} id={time} hidden={time === "viewport"}>
				<Link to={"/goods/" + time} prefetch={time}>{time}</Link>
			</div>)}
		</>;`,
	"pages/goods/[id].tsx": `
		export const meta = { title: "Goods" };
		export const loader = ({ params }) => ({ id: params.id });
		export default () => <h1>Goods</h1>;`,
};

let site: LiveSite;

beforeAll(async () => {
	site = await openLiveSite(FILES, { SITE_CODE: "true" });
});

afterAll(() => site.remove());

test("loaders and code of a page wait for the time that its link names", async ({ page }) => {
	await site.shows("/links", "Links");
	const prefetched = prefetchedPages(page);

	await openHydrated(page, `${site.url}/links`);

	// The queue asks for the data of visible links, too: the server runs no loader for them.
	await expect.poll(() => prefetched.get("/plain")).toBe("visible");
	await expect.poll(() => prefetched.get("/goods/default")).toBe("visible");
	await expect.poll(() => prefetched.get("/goods/render")).toBe("pointed");
	const goods = [...prefetched.keys()].filter((path) => path.startsWith("/goods/"));
	expect(goods.toSorted()).toEqual(["/goods/default", "/goods/render"]);

	await page.locator("#viewport").evaluate((element) => element.removeAttribute("hidden"));
	await expect.poll(() => prefetched.get("/goods/viewport")).toBe("pointed");

	await page.locator("#intent a").focus();
	await expect.poll(() => prefetched.get("/goods/intent")).toBe("pointed");

	await page.locator("#none a").hover();
	await page.locator("main").getByRole("link", { name: "default" }).hover();
	await expect.poll(() => prefetched.get("/goods/default")).toBe("pointed");
	expect(prefetched.has("/goods/none")).toBe(false);
});

test("a page whose data is prefetched waits with its code", async ({ page }) => {
	await site.shows("/about", "About");
	const own = await scriptsOf("/about");
	for (const shared of await scriptsOf("/plain")) own.delete(shared);
	const prefetched = prefetchedPages(page);
	const scripts = new Set<string>();
	page.on("request", (request) => scripts.add(new URL(request.url()).pathname));

	await openHydrated(page, `${site.url}/plain`);
	await expect.poll(() => prefetched.get("/about")).toBe("visible");
	expect(own.size).toBeGreaterThan(0);
	expect([...own].some((script) => scripts.has(script))).toBe(false);

	await page.locator("#page-body").getByRole("link", { name: "About" }).hover();

	await expect.poll(() => [...own].every((script) => scripts.has(script))).toBe(true);
	// The payload of the visible link is the one that the click shows.
	expect(prefetched.get("/about")).toBe("visible");
});

async function scriptsOf(path: string): Promise<Set<string>> {
	const html = await site.textOf(path);
	return new Set(Array.from(html.matchAll(/"(\/_nuxt\/[^"]+\.js)"/g), ([, url = ""]) => url));
}

/** Reasons of the prefetched pages by path. */
function prefetchedPages(page: Page): ReadonlyMap<string, string> {
	const reasons = new Map<string, string>();
	page.on("request", (request) => {
		const reason = request.headers()["loggia-prefetch"];
		const path = new URL(request.url()).pathname.replace("/_payload.json", "");
		if (reason !== undefined) reasons.set(path, reason);
	});
	return reasons;
}
