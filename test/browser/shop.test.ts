import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { test } from "../support/browser-test.ts";
import { exampleFiles } from "../support/example-files.ts";
import { lengthsOf } from "../support/lengths.ts";
import { startUpgradableSite } from "../support/upgradable-site.ts";

const { saves, deploys } = lengthsOf("test/browser/shop.test.ts");

const DIST = join(import.meta.dirname, "../../dist");

let builds: string;

beforeAll(async () => {
	builds = await mkdtemp(join(tmpdir(), "loggia-shop-"));
	await symlink(join(DIST, "../node_modules"), join(builds, "node_modules"));
});

afterAll(() => rm(builds, { recursive: true, force: true }));

test(`the shop sells through ${saves} saves and ${deploys} deploys, with and without JavaScript`, async ({
	openPage,
}) => {
	const files = await exampleFiles();
	const site = await startUpgradableSite(files, await buildOf(0), { SITE_CODE: "true" });
	const tabs = await Promise.all([openPage(), openPage({ javaScriptEnabled: false })]);
	for (const { page, faults } of tabs) {
		// A deploy ends the server for a moment.
		faults.allow(/Failed to load resource|ERR_|could not be fetched/);
		await page.goto(`${site.url}/shop`);
	}

	const steps = saves + deploys;
	for (let step = 1; step <= steps; step += 1) {
		if (Number.isInteger((step * deploys) / steps)) {
			await site.upgrade(await buildOf(step));
		} else {
			await save(site.folder, step);
			await expect
				.poll(async () => (await fetch(`${site.url}/shop`)).text())
				.toContain(`Shop ${step}<`);
		}
		for (const { page } of tabs) await buy(page, step);
	}

	for (const { page } of tabs) await order(page);
});

test("a product is in the sitemap, has its own head, and its reviews are in the document", async ({
	openPage,
}) => {
	const files = await exampleFiles();
	const site = await startUpgradableSite(files, DIST, { SITE_CODE: "true" });
	const { page } = await openPage({ javaScriptEnabled: false });

	const sitemap = await (await fetch(`${site.url}/sitemap.xml`)).text();
	await page.goto(`${site.url}/shop/bench`);

	expect(sitemap).toContain("/shop/bench<");
	expect(sitemap).not.toContain("/shop/cart<");
	expect(await page.title()).toContain("Bench");
	expect(await page.locator("meta[name=description]").getAttribute("content")).toBe(
		"Two meters, for the garden.",
	);
	await page.getByText("Two winters outside, and still even.").waitFor();
	expect((await fetch(`${site.url}/shop/ship`)).status).toBe(404);
});

/** Finds the stool by filters, and puts one more piece into the cart. */
async function buy(page: Page, count: number): Promise<void> {
	const main = page.getByRole("main");
	await main.getByRole("link", { name: "Products" }).click();
	await main.locator("h1", { hasText: "Shop" }).waitFor();
	await main.getByLabel("Wood").selectOption("ash");
	await main.getByRole("button", { name: "Show" }).click();
	await main.getByText("2 products").waitFor();
	expect(new URL(page.url()).searchParams.get("wood")).toBe("ash");
	await main.getByRole("link", { name: "Stool" }).click();
	// Without JavaScript, a late part is at the end of the document.
	await page.getByText("Stands on every floor.").waitFor();
	await main.getByRole("button", { name: "Put into the cart" }).click();
	await main.locator("h1", { hasText: "Cart" }).waitFor();
	await main.getByRole("link", { name: `Cart (${count})` }).waitFor();
	expect(await main.getByLabel("Stool").inputValue()).toBe(String(count));
}

/** Signs in, makes a mistake in the form, and orders. */
async function order(page: Page): Promise<void> {
	const main = page.getByRole("main");
	await main.getByRole("link", { name: "Sign in" }).click();
	await main.getByRole("button", { name: "Sign in" }).click();
	await main.getByText("Please enter your name").waitFor();
	await main.getByLabel("Name").fill("Ada");
	await main.getByRole("button", { name: "Sign in" }).click();
	await main.getByText("Hello, Ada!").waitFor();
	await main.getByRole("link", { name: /^Cart/ }).click();
	await main.getByRole("link", { name: "Order", exact: true }).click();
	await main.getByLabel("Street and number").fill("Mill Lane 1");
	await main.getByRole("button", { name: "Order" }).click();
	await main.getByText("A postal code has five digits").waitFor();
	expect(await main.getByLabel("Name").inputValue()).toBe("Ada");
	expect(await main.getByLabel("Street and number").inputValue()).toBe("Mill Lane 1");
	await main.getByLabel("Postal code").fill("12345");
	await main.getByRole("button", { name: "Order" }).click();
	await main.locator("h1", { hasText: "Thank you" }).waitFor();
	await page.goto(new URL("/shop/cart", page.url()).href);
	await main.getByText("Nothing yet.").waitFor();
}

async function save(folder: string, step: number): Promise<void> {
	const file = join(folder, "pages/shop/index.tsx");
	const text = await readFile(file, "utf8");
	await writeFile(file, text.replace(/<h1>Shop.*<\/h1>/, `<h1>Shop ${step}</h1>`));
}

/** A build whose client differs from the others. */
async function buildOf(step: number): Promise<string> {
	const folder = join(builds, String(step));
	await cp(DIST, folder, { recursive: true });
	const app = join(folder, "kit/src/app/client/browser-app.ts");
	const line = `document.documentElement.dataset["build"] = "${step}";\n`;
	await writeFile(app, (await readFile(app, "utf8")) + line);
	return folder;
}
