import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { accessibilityViolations } from "../support/accessibility.ts";
import { endCollecting } from "../support/client-page.ts";
import {
	type CountedSite,
	defineFlag,
	eventsNamed,
	openCountedSite,
	test,
} from "../support/counted-site.ts";
import { startTestSite } from "../support/start-test-site.ts";

const FILES = {
	"site.yaml": "name: Example\n",
	"pages/index.md":
		"# Welcome\n\n::flag{beta}\n## Only beta\n\nThe new part. [Early](/early)\n\n::island{build-info}\n::\n\n::flag{layout variant=wide}\nThe wide part.\n::\n\n::flag{layout variant=narrow}\nThe narrow part.\n::\n\n[Other](/other) [Plans](/early)\n",
	"pages/other.md": "# Other\n\n::flag{beta}\nThe other new part.\n::\n\n[Home](/)\n",
	"pages/early.md": "---\nflag: beta\n---\n# Our early plans\n\nThe plans themselves. [Home](/)\n",
	"pages/try.md": "# Try\n\n::island{early-access}\n",
};

describe("a part for visitors with a flag", () => {
	test("is shown to visitors who have it, and no other part of its flag", async ({ page }) => {
		await openSite(page, "/", (site) => {
			defineFlag(site, { key: "beta" });
			defineFlag(site, { key: "layout", variant: "wide" });
		});

		await page.getByText("The new part.").waitFor();
		const text = await page.locator("main").innerText();
		expect(text).toContain("The wide part.");
		expect(text).not.toContain("The narrow part.");
		expect(await page.locator("main [data-island=build-info] dl").count()).toBe(1);
		expect(await accessibilityViolations(page)).toEqual([]);
	});

	test("is there in the first frame of a page that comes later, when the flag is known", async ({
		page,
	}) => {
		await openSite(page, "/", (site) => defineFlag(site, { key: "beta" }));
		await page.getByText("The new part.").waitFor();
		const firstFrame = page.evaluate(
			() =>
				new Promise<string>((resolve) => {
					new MutationObserver((_changes, observer) => {
						if (document.querySelector("h1")?.textContent !== "Other") return;
						observer.disconnect();
						requestAnimationFrame(() => resolve(document.querySelector("main")?.innerText ?? ""));
					}).observe(document.body, { childList: true, subtree: true, characterData: true });
				}),
		);

		await page.locator("#page-body").getByRole("link", { name: "Other" }).click();

		expect(await firstFrame).toContain("The other new part.");
	});

	test("is absent for everybody else, and from what assistive technology sees", async ({
		page,
	}) => {
		const { analytics } = await openSite(page, "/", (site) =>
			defineFlag(site, { key: "beta", property: "tester" }),
		);

		await endCollecting(page);
		await expect
			.poll(() => eventsNamed(analytics, "$feature_flag_called").length)
			.toBeGreaterThan(0);

		expect(await page.locator("main").innerText()).not.toMatch(/new part|Only beta|wide|narrow/);
		expect(await page.locator("main").ariaSnapshot()).not.toMatch(/Only beta/);
		expect(await page.getByRole("link", { name: "Early", exact: true }).count()).toBe(0);
	});
});

describe("a page for visitors with a flag", () => {
	test("opens for those who have it, and counts as what it is", async ({ page }) => {
		const { analytics } = await openSite(page, "/early", (site) =>
			defineFlag(site, { key: "beta" }),
		);

		await page.getByText("The plans themselves.").waitFor();
		expect(await page.title()).toBe("Our early plans | Example");
		expect(await page.locator("h1").allTextContents()).toEqual(["Our early plans"]);
		await endCollecting(page);
		await expect
			.poll(() => seenIn(analytics, "$pageview", "$pathname", "title", "status"))
			.toEqual([["/early", "Our early plans | Example", 200]]);
	});

	test("is a missing page for everybody else, and counts as one", async ({ page }) => {
		const { analytics } = await openSite(page, "/early");

		await page.getByRole("heading", { name: "Page Not Found" }).waitFor();
		expect(await page.content()).not.toMatch(/plans themselves/);
		await endCollecting(page);
		await expect
			.poll(() => seenIn(analytics, "$pageview", "$pathname", "title", "status"))
			.toEqual([["/early", "404 - Page not found: /early | Example", 404]]);
	});

	test("is a missing page where nothing is asked", async ({ page }) => {
		await openCountedSite(page, {
			files: FILES,
			path: "/early",
			environment: { ANALYTICS_UPSTREAM: "", POSTHOG_KEY: "" },
		});

		await page.getByRole("heading", { name: "Page Not Found" }).waitFor();
	});

	test("says what it is without scripts, where parts for visitors with a flag are absent", async ({
		openPage,
	}) => {
		const { page } = await openPage({ javaScriptEnabled: false });
		const { url } = await startTestSite(FILES);

		await page.goto(url);
		const home = await page.locator("main").innerText();
		await page.goto(`${url}/early`);

		expect(home).not.toMatch(/new part|Only beta|wide|narrow/);

		expect(await page.locator("main").innerText()).toContain(
			"loads automatically if you have access",
		);
	});
});

describe("the island of early-access features", () => {
	test("switches one on and off", async ({ page }) => {
		const { analytics } = await openSite(page, "/try", (site) => {
			defineFlag(site, { key: "new-search", isEarlyAccess: true });
			site.store.documents.put(
				{
					kind: "early-access-feature",
					key: "search",
					body: {
						flagKey: "new-search",
						name: "The new search",
						description: "Finds more.",
						stage: "beta",
						documentationUrl: "https://example.org/search",
					},
				},
				Date.now(),
			);
		});
		const box = page.getByRole("checkbox", { name: "The new search" });

		await box.focus();
		await page.keyboard.press("Space");

		expect(await box.isChecked()).toBe(true);
		expect(await box.getAttribute("aria-describedby")).toBeTruthy();
		expect(await page.getByRole("link", { name: "The new search" }).count()).toBe(1);
		expect(await accessibilityViolations(page)).toEqual([]);
		await page.keyboard.press("Space");
		expect(await box.isChecked()).toBe(false);
		await endCollecting(page);
		await expect
			.poll(() => {
				const names = ["$feature_flag", "$feature_enrollment"];
				return seenIn(analytics, "$feature_enrollment_update", ...names);
			})
			.toEqual([
				["new-search", true],
				["new-search", false],
			]);
	});

	test("says in the language of the site when there is nothing to try", async ({ page }) => {
		await openCountedSite(page, { files: { ...FILES, "site.yaml": "locale: de\n" }, path: "/try" });

		await page.getByText("Zurzeit gibt es nichts auszuprobieren.").waitFor();
	});
});

function openSite(
	page: Page,
	path: string,
	prepare: (analytics: CountedSite["analytics"]) => void = () => undefined,
): Promise<CountedSite> {
	return openCountedSite(page, { files: FILES, path, prepare });
}

/** Some properties of each stored event of a name. */
function seenIn(analytics: CountedSite["analytics"], name: string, ...properties: string[]) {
	return eventsNamed(analytics, name).map((event) =>
		properties.map((one) => event.properties[one]),
	);
}
