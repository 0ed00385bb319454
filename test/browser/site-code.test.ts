import { readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { hydrated } from "../support/hydrated.ts";
import { lengthsOf } from "../support/lengths.ts";
import { type LiveSite, startLiveSite } from "../support/start-live-site.ts";

const { saves } = lengthsOf("test/browser/site-code.test.ts");

const EXAMPLE = join(import.meta.dirname, "../../examples/react");

test("the example works as one application", async ({ page, faults }) => {
	const site = await startExample({
		"components/dot.tsx":
			'export default () => <i id="styled" style={{ color: "rgb(1, 2, 3)" }}>dot</i>;',
		"pages/guide/dot.md": "# Dot\n\nA <Dot /> in a sentence.\n",
	});
	await page.goto(`${site.url}/guide/dot`);
	await hydrated(page);
	await expect
		.poll(() => page.locator("#styled").evaluate((dot) => getComputedStyle(dot).color))
		.toBe("rgb(1, 2, 3)");
	await page.goto(`${site.url}/`);
	await hydrated(page);
	await page.evaluate(() => {
		document.documentElement.dataset["mark"] = "1";
	});

	expect(await page.locator(".price-tag").textContent()).toContain("Table from 900 €");
	expect(await page.locator(".price-tag svg").count()).toBe(1);
	expect(await page.locator(".next-delivery").textContent()).toContain("12 days");
	await page.locator("figure rect").first().hover();
	await page.getByText("Month 1: 4 pieces").waitFor();
	await page.locator("main").getByRole("link", { name: "priced by its size" }).click();
	await page.locator("h1", { hasText: "Prices of Birch & Beam" }).waitFor();
	await page.getByRole("spinbutton").fill("200");
	await page.getByText("1800 €").waitFor();
	await page.locator("main").getByRole("link", { name: "Shelf" }).click();
	await page.locator("h1", { hasText: "Shelf" }).waitFor();
	expect(await page.locator(".wide-layout").count()).toBe(1);
	await page.goBack();
	await page.locator("h1", { hasText: "Prices" }).waitFor();
	expect(await page.title()).toContain("Prices");
	expect(await page.evaluate(() => document.documentElement.dataset["mark"])).toBe("1");
	await page.getByRole("textbox", { name: "Your address" }).fill("ada@example.org");
	await page.getByRole("button", { name: "Ask for an offer" }).click();
	await page.getByText("We write to ada@example.org").waitFor();
	await page.goto(`${site.url}/guide/care`);
	await page.getByText("after 14 days").waitFor();
	faults.allow(/403/);
	expect((await page.goto(`${site.url}/workshop`))?.status()).toBe(403);
	await page.setExtraHTTPHeaders({ "x-remote-user": "ada" });
	await page.goto(`${site.url}/workshop`);
	await page.getByText("under the third plank").waitFor();
});

test("without JavaScript, pages have their data, their components and their forms", async ({
	openPage,
}) => {
	const site = await startExample();
	const { page } = await openPage({ javaScriptEnabled: false });

	await page.goto(`${site.url}/plans?width=50`);
	expect(await page.locator("main").textContent()).toContain("450 €");
	await page.getByRole("textbox", { name: "Your address" }).fill("ada@example.org");
	await page.getByRole("button", { name: "Ask for an offer" }).click();
	expect(await page.locator("h1").textContent()).toBe("Thank you");
	await page.goto(`${site.url}/guide`);
	expect(await page.locator("figure").textContent()).toContain("68 pieces in 2025");
});

test(`through ${saves} saves, open tabs lose nothing`, async ({ page }) => {
	const site = await startExample();
	await page.goto(`${site.url}/plans`);
	await hydrated(page);
	const file = join(site.folder, "pages/plans/[plan].tsx");
	const source = await readFile(file, "utf8");

	for (let save = 1; save <= saves; save++) {
		await writeFile(file, source.replace("Its number", `Save ${save}: its number`));
		await site.shows("/plans/table", `Save ${save}`);
		// The first page may have been fetched ahead, and is shown as it was; it tells of the new build.
		await openTable(page);
		await page.getByRole("link", { name: "All prices" }).click();
		await openTable(page);
		await page.getByText(`Save ${save}: its number`).waitFor();
		await page.getByRole("link", { name: "All prices" }).click();
	}
});

describe("a mistake hurts one thing", () => {
	test("a module that does not compile is a problem with its place, and the last build stays", async () => {
		const site = await startExample();
		const file = join(site.folder, "components/price-tag.tsx");
		const source = await readFile(file, "utf8");

		await writeFile(file, `${source}\nexport const broken = ;\n`);

		await site.reports("Unexpected");
		const { problems } = await site.state();
		const line = source.split("\n").length + 1;
		expect(problems).toContainEqual(
			expect.objectContaining({ file: "components/price-tag.tsx", line, column: 23 }),
		);
		expect(await site.textOf("/")).toContain("Table<!-- --> from");
		await writeFile(file, source.replace(" from {", " starts at {"));
		await site.shows("/", "starts at");
		expect((await site.state()).problems).toEqual([]);
	});

	test("a component that throws leaves the rest of its page", async ({ page, faults }) => {
		const site = await startExample({
			"pages/odd.md": '# Odd\n\nBefore.\n\n<PriceTag plan="boat" />\n\nAfter.\n',
		});
		faults.allow(/There is no plan|Minified React error|419/);

		await page.goto(`${site.url}/odd`);

		await page.getByText("After.").waitFor();
		await page.getByText("This part of the page cannot be shown.").waitFor();
		expect(site.log).toContainEqual(
			expect.objectContaining({
				reqId: expect.any(String),
				stack: expect.stringContaining('There is no plan "boat"'),
			}),
		);
		expect(JSON.stringify(await site.state())).toContain("There is no plan");
	});

	test("pages that throw, take too long, block or end their thread, and the others", async () => {
		const site = await startExample({
			"pages/throws.tsx": "export default () => { throw new Error('It broke'); };",
			"pages/hangs.tsx":
				"export const loader = () => new Promise(() => {}); export default () => null;",
			"pages/blocks.tsx": "export const loader = () => { for (;;); }; export default () => null;",
			"pages/ends.tsx": "export const loader = () => process.exit(); export default () => null;",
			"pages/plain.md": "# Plain\n",
		});

		expect(await site.statusOf("/throws")).toBe(500);
		expect(await site.statusOf("/hangs")).toBe(504);
		const blocking = site.statusOf("/blocks");
		expect(await site.statusOf("/plain")).toBe(200);
		expect([503, 504]).toContain(await blocking);
		await expect.poll(() => site.statusOf("/plans")).toBe(200);
		expect(await site.statusOf("/ends")).toBe(503);
		await expect.poll(() => site.statusOf("/plans")).toBe(200);
	});
});

test("a function takes no form of another origin, unless it answers preflights itself", async () => {
	const site = await startExample({
		"api/open.ts":
			"export const OPTIONS = () => new Response(); export const POST = () => new Response('ok');",
	});
	const post = async (path: string, headers: Readonly<Record<string, string>>): Promise<number> => {
		const body = new URLSearchParams({ address: "ada@example.org" });
		const request = { method: "POST", body, headers, redirect: "manual" } as const;
		return (await fetch(site.url + path, request)).status;
	};
	const elsewhere = { origin: "https://example.com" };

	await site.shows("/plans", "Prices");
	expect(await post("/api/contact", {})).toBe(303);
	expect(await post("/api/contact", { origin: site.url })).toBe(303);
	expect(await post("/api/contact", elsewhere)).toBe(403);
	expect(await post("/api/contact", { origin: "null" })).toBe(403);
	expect(await post("/api/contact", { "sec-fetch-site": "same-site" })).toBe(403);
	expect(await post("/api/open", elsewhere)).toBe(200);
});

test("nothing that only the server runs is in a served file", async () => {
	const site = await startExample(
		{
			"lib/secret.ts": 'export const key = process.env["SHOP_KEY"] + "MARKER-literal";',
			"middleware/workshop.ts":
				'export default () => new Response("MARKER-middleware", { status: 403 });',
			"pages/secret.tsx": `import { key } from "../lib/secret";
				const connection = [key, "MARKER-page"].join();
				export const loader = () => connection.length;
				export default () => <h1>Shown</h1>;`,
			"api/secret.ts": 'export const GET = () => new Response("MARKER-api".slice(0, 2));',
		},
		{ SHOP_KEY: "MARKER-environment" },
	);

	await site.shows("/secret", "Shown");
	const builds = join(site.dataFolder, "builds");
	const files = (await readdir(builds, { recursive: true, withFileTypes: true })).filter((entry) =>
		entry.isFile(),
	);
	expect(files.length).toBeGreaterThan(20);
	for (const { parentPath, name } of files) {
		expect(await readFile(join(parentPath, name), "latin1"), name).not.toContain("MARKER");
	}
});

test("machines read React pages as pages", async () => {
	const site = await startExample();

	expect(await site.textOf("/api/search?q=skirting")).toContain("/guide");
	expect(await site.textOf("/api/search?q=What%20we%20make")).toContain("/plans#list");
	expect(await site.textOf("/sitemap.xml")).toContain("/plans<");
	expect(await site.textOf("/sitemap.xml")).not.toContain("/workshop");
	expect(await site.textOf("/api/search?q=plank")).not.toContain("workshop");
	expect(await site.textOf("/llms.txt")).toContain("/plans");
	expect(await site.textOf("/plans.md")).toContain("## What we make");
	expect(await site.textOf("/workshop.md")).not.toContain("plank");
});

test("a folder's own frame, build and last good code", async ({ page }) => {
	const site = await startExample({
		"layouts/default.tsx": `import { Header, Footer } from "loggia";
			export default ({ children }) => <div id="own-frame"><Header />{children}<Footer /></div>;`,
		"pages/throws.tsx": "export default () => { throw new Error('It broke'); };",
	});
	for (const [path, status] of [
		["/nowhere", 404],
		["/throws", 500],
	] as const) {
		expect(await site.statusOf(path)).toBe(status);
		expect(await site.textOf(path), path).toContain('<div id="own-frame">');
	}
	await page.goto(`${site.url}/guide`);
	await hydrated(page);
	expect(await page.locator("#own-frame main").count()).toBe(1);
	const { id } = JSON.parse(await site.textOf("/_nuxt/builds/latest.json"));
	expect(await site.state()).toMatchObject({ buildId: id });

	await unlink(join(site.folder, "layouts/default.tsx"));
	await expect.poll(() => site.textOf("/guide")).not.toContain("own-frame");
	await page.reload();
	await page.locator("h1", { hasText: "How to measure" }).waitFor();
	expect(await page.locator("#own-frame").count()).toBe(0);
});

async function openTable(page: Page): Promise<void> {
	await page.locator("h1", { hasText: "Prices" }).waitFor();
	await page.locator("main").getByRole("link", { name: "Table" }).click();
	await page.locator("h1", { hasText: "Table" }).waitFor();
}

async function startExample(
	files: Readonly<Record<string, string>> = {},
	environment: Readonly<Record<string, string>> = {},
): Promise<LiveSite> {
	const own = Object.fromEntries(await filesIn(EXAMPLE));
	return startLiveSite({ ...own, ...files }, { SITE_CODE: "true", ...environment });
}

async function filesIn(folder: string): Promise<readonly (readonly [string, string])[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return Promise.all(
		entries
			.filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
			.map(async ({ parentPath, name }) => {
				const path = join(parentPath, name);
				return [path.slice(folder.length + 1), await readFile(path, "utf8")] as const;
			}),
	);
}
