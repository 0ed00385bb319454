import { unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { accessibilityViolations } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { isMarkedDocument, markDocument, openHydrated } from "../support/site-page.ts";
import { startLiveSite } from "../support/start-live-site.ts";

const LONG = "Words that take up room.\n\n".repeat(200);

test("a page that was saved shows at the next navigation, without a reload", async ({
	page,
	faults,
}) => {
	const site = await startLiveSite({
		"pages/index.md": "# Home\n\n[A](a.md)\n",
		"pages/a.md": "# A\n\nAs it was.\n",
		"pages/b.md": "# B\n",
	});
	const fetchedAhead = page.waitForResponse((response) =>
		response.url().includes("/a/_payload.json"),
	);
	await openHydrated(page, site.url);
	await markDocument(page);
	// By now the page is fetched ahead, in its old form.
	await fetchedAhead;

	await writeFile(join(site.folder, "pages/a.md"), "# A\n\nAs it is.\n");
	await writeFile(join(site.folder, "pages/c.md"), "# Brand new\n");
	await unlink(join(site.folder, "pages/b.md"));
	await site.shows("/a", "As it is.");
	await site.shows("/c", "Brand new");
	await expect.poll(() => site.statusOf("/b")).toBe(404);
	await page.locator("#page-body").getByRole("link", { name: "A" }).click();

	await page.getByText("As it is.").waitFor();
	await page.getByRole("link", { name: "Brand new" }).first().waitFor();
	expect(await isMarkedDocument(page)).toBe(true);
	faults.allow(/404/);
	expect((await page.goto(`${site.url}/b`))?.status()).toBe(404);
});

test("with ?live, a save of a page or of site.yaml shows at once, where the author was reading", async ({
	page,
}) => {
	const site = await startLiveSite({
		"site.yaml": "name: Before\n",
		"pages/index.md": `# Home\n\n${LONG}The end as it was.\n`,
	});
	const following = page.waitForRequest((request) => request.url().endsWith("/_loggia/content"));
	await openHydrated(page, `${site.url}/?live`);
	await following;
	await markDocument(page);
	await page.evaluate(() => scrollTo(0, 1500));

	await writeFile(join(site.folder, "pages/index.md"), `# Home\n\n${LONG}The end as it is.\n`);

	await page.getByText("The end as it is.").waitFor();
	expect(await isMarkedDocument(page)).toBe(true);
	expect(await page.evaluate(() => scrollY)).toBe(1500);

	await writeFile(join(site.folder, "site.yaml"), "name: After\n");
	await page.locator(".site-name", { hasText: "After" }).waitFor();
});

test("with ?live, an author sees what is wrong with the page, and no other visitor does", async ({
	page,
	faults,
}) => {
	faults.allow(/404/);
	const site = await startLiveSite({ "pages/index.md": "# Home\n", "pages/b.md": "[x](/none)\n" });
	await page.goto(`${site.url}/?live`);
	const panel = page.getByRole("complementary", { name: "Problems" });
	await panel.getByText("Problems of the site: 1").waitFor();
	expect(await accessibilityViolations(page)).toEqual([]);

	const file = join(site.folder, "pages/index.md");
	await writeFile(file, "# Home\n\nSee [that](/nowhere).\n");
	await panel.getByText("pages/index.md:3").first().waitFor();
	await panel.getByText('Link "/nowhere" leads to no page and no file').first().waitFor();

	await writeFile(file, "---\ndraft: [\n---\n# Broken\n");
	await panel.getByText("the last good version of the page is shown").first().waitFor();
	await page.getByRole("heading", { name: "Home" }).waitFor();

	await writeFile(file, "# Mended\n");
	await page.getByRole("heading", { name: "Mended" }).waitFor();
	await panel.getByText("Problems of this page: 0").waitFor();

	await page.setExtraHTTPHeaders({ "x-forwarded-for": "203.0.113.7" });
	const asked = page.waitForResponse((response) => response.url().includes("/_loggia/problems"));
	await page.reload();
	expect((await asked).status()).toBe(404);
	expect(await panel.count()).toBe(0);
});

test.for([
	["pages/index.md", "# Saved\n", "h1"],
	["site.yaml", "name: Saved\n", ".site-name"],
] as const)("with ?live, a save of %s before the tab listens shows as well", async ([
	file,
	content,
	place,
], { page }) => {
	const site = await startLiveSite({ "pages/index.md": "# Home\n", "site.yaml": "name: Before\n" });
	const saved = Promise.withResolvers<void>();
	await page.route("**/_loggia/content", async (route) => {
		await saved.promise;
		await route.continue();
	});
	const following = page.waitForRequest((request) => request.url().endsWith("/_loggia/content"));
	await page.goto(`${site.url}/?live`);
	await following;

	await writeFile(join(site.folder, file), content);
	await site.shows("/", "Saved");
	saved.resolve();

	await page.locator(place, { hasText: "Saved" }).waitFor();
});
