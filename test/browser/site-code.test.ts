import type { Dirent } from "node:fs";
import { readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { exampleFiles } from "../support/example-files.ts";
import { FAULTY_FILES } from "../support/faulty-files.ts";
import { lengthsOf } from "../support/lengths.ts";
import { openHydrated } from "../support/site-page.ts";
import { type LiveSite, openLiveSite, startLiveSite } from "../support/start-live-site.ts";

const { saves } = lengthsOf("test/browser/site-code.test.ts");

let site: LiveSite;

beforeAll(async () => {
	const environment = { SITE_CODE: "true", SHOP_KEY: "MARKER-environment" };
	site = await openLiveSite({ ...(await exampleFiles()), ...FAULTY_FILES }, environment);
});

afterAll(() => site.remove());

test("the example works as one application", async ({ page, faults }) => {
	await openHydrated(page, `${site.url}/guide/dot`);
	await expect
		.poll(() => page.locator("#styled").evaluate((dot) => getComputedStyle(dot).color))
		.toBe("rgb(1, 2, 3)");
	await openHydrated(page, `${site.url}/`);
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

test("an island has its icons and inline styles, loaded, navigated to and refreshed", async ({
	page,
	openPage,
}) => {
	const colorOf = (shown: Page): Promise<string> =>
		shown.locator(".badge").evaluate((badge) => getComputedStyle(badge).color);
	const { page: plain } = await openPage({ javaScriptEnabled: false });
	await plain.goto(`${site.url}/guide/badge`);
	expect(await plain.locator(".badge svg").count()).toBe(1);

	await openHydrated(page, `${site.url}/guide/badge`);
	await expect.poll(() => colorOf(page)).toBe("rgb(4, 5, 6)");
	await page.locator("main").getByRole("link", { name: "Dot" }).click();
	await page.locator("h1", { hasText: "Dot" }).waitFor();
	await page.goBack();
	await page.locator(".badge svg").waitFor();
	expect(await colorOf(page)).toBe("rgb(4, 5, 6)");
	await page.evaluate(() => {
		for (const badge of document.querySelectorAll(".badge")) badge.textContent = "Old";
	});
	await expect
		.poll(async () => {
			await page.evaluate(() => document.dispatchEvent(new CustomEvent("loggia:refresh-islands")));
			return page.locator(".badge svg").count();
		})
		.toBe(1);
	expect(await colorOf(page)).toBe("rgb(4, 5, 6)");
});

test("without JavaScript, pages have their data, their components and their forms", async ({
	openPage,
}) => {
	const { page } = await openPage({ javaScriptEnabled: false });

	await page.goto(`${site.url}/plans?width=50`);
	expect(await page.locator("main").textContent()).toContain("450 €");
	await page.getByRole("textbox", { name: "Your address" }).fill("ada@example.org");
	await page.getByRole("button", { name: "Ask for an offer" }).click();
	await page.locator("h1", { hasText: "Thank you" }).waitFor();
	await page.goto(`${site.url}/guide`);
	expect(await page.locator("figure").textContent()).toContain("68 pieces in 2025");
});

test("machines read React pages as pages", async () => {
	expect(await site.textOf("/api/search?q=skirting")).toContain("/guide");
	expect(await site.textOf("/api/search?q=What%20we%20make")).toContain("/plans#list");
	expect(await site.textOf("/sitemap.xml")).toContain("/plans<");
	expect(await site.textOf("/sitemap.xml")).not.toContain("/workshop");
	expect(await site.textOf("/api/search?q=plank")).not.toContain("workshop");
	expect(await site.textOf("/llms.txt")).toContain("/plans");
	expect(await site.textOf("/plans.md")).toContain("## What we make");
	expect(await site.textOf("/workshop.md")).not.toContain("plank");
});

test("nothing that only the server runs is in a served file", async () => {
	await site.shows("/secret", "Shown");
	const files = await filesOf(join(site.dataFolder, "builds"));
	expect(files.length).toBeGreaterThan(20);
	for (const { parentPath, name } of files) {
		expect(await readFile(join(parentPath, name), "latin1"), name).not.toContain("MARKER");
	}
});

test(`through ${saves} saves, open tabs lose nothing`, async ({ page }) => {
	await openHydrated(page, `${site.url}/plans`);
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
		const file = join(site.folder, "components/price-tag.tsx");
		const source = await readFile(file, "utf8");
		const { problems: before } = await site.state();

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
		expect((await site.state()).problems).toEqual(before);
		await writeFile(file, source);
		await site.shows("/", "Table<!-- --> from");
	});

	test("an export that no page may have is a problem, and nothing of the module is published", async () => {
		const file = join(site.folder, "pages/exports.tsx");

		await writeFile(
			file,
			`export default () => <h1>Exports</h1>;
			import { key } from "../lib/secret";
			export const getServerSideProps = async () => "MARKER-export" + key;`,
		);

		await site.reports("getServerSideProps");
		const { problems } = await site.state();
		expect(problems).toContainEqual(
			expect.objectContaining({ file: "pages/exports.tsx", line: 3 }),
		);
		expect(await site.statusOf("/exports")).toBe(404);
		for (const { parentPath, name } of await filesOf(join(site.dataFolder, "builds"))) {
			expect(await readFile(join(parentPath, name), "latin1"), name).not.toContain("MARKER");
		}
		await writeFile(file, "export default () => <h1>Exports</h1>;");
		await site.shows("/exports", "Exports");
		await unlink(file);
	});

	test("a component that throws leaves the rest of its page", async ({ page, faults }) => {
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
		expect(await site.statusOf("/faults/throws")).toBe(500);
		expect(await site.statusOf("/faults/hangs")).toBe(504);
		const blocking = site.statusOf("/faults/blocks");
		expect(await site.statusOf("/plain")).toBe(200);
		expect([503, 504]).toContain(await blocking);
		await expect.poll(() => site.statusOf("/plans")).toBe(200);
		expect(await site.statusOf("/faults/ends")).toBe(503);
		await expect.poll(() => site.statusOf("/plans")).toBe(200);
	});
});

test("a folder's own frame, build and last good code", async ({ page }) => {
	const site = await startLiveSite(
		{
			...(await exampleFiles()),
			"layouts/default.tsx": `import { Header, Footer } from "loggia";
				export default ({ children }) => <div id="own-frame"><Header />{children}<Footer /></div>;`,
			"pages/faults/[fault].tsx": FAULTY_FILES["pages/faults/[fault].tsx"],
		},
		{ SITE_CODE: "true" },
	);
	for (const [path, status] of [
		["/nowhere", 404],
		["/faults/throws", 500],
	] as const) {
		expect(await site.statusOf(path)).toBe(status);
		expect(await site.textOf(path), path).toContain('<div id="own-frame">');
	}
	await openHydrated(page, `${site.url}/guide`);
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

async function filesOf(folder: string): Promise<readonly Dirent[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile());
}
