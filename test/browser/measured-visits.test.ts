import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { ListeningAnalytics } from "../support/analytics.ts";
import { storedEvents } from "../support/analytics-service.ts";
import { test } from "../support/browser-test.ts";
import { endCollecting } from "../support/client-page.ts";
import { openCountedSite, VISITOR } from "../support/counted-site.ts";

const FILES = {
	"site.yaml":
		"name: Example\nfeedback: true\nanalytics:\n  measure: [engagement, links, errors]\n",
	"pages/index.md":
		"# Welcome\n\n[Long](/long) [Elsewhere](http://127.0.0.1:9/there?secret=1) [Paper](/paper.pdf)\n",
	"pages/long.md": `# Long\n\n[Home](/)\n\n${"Text.\n\n".repeat(300)}`,
	"public/paper.pdf": "%PDF-1.4\n",
};

test("time and scroll depth of a page come with the view after it, or when the tab is left", async ({
	openPage,
}) => {
	const { page } = await openPage(VISITOR);
	const { analytics } = await openCountedSite(page, { files: FILES });

	await follow(page, "Long");
	await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
	await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
	await follow(page, "Home");
	await endCollecting(page);
	await expect.poll(() => named(analytics, "$pageview").length).toBe(3);
	await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));

	await expect.poll(() => named(analytics, "$pageleave").length).toBe(1);
	const [first, ...later] = [
		...named(analytics, "$pageview"),
		...named(analytics, "$pageleave"),
	].map(({ properties }) => ({
		left: properties["$prev_pageview_pathname"],
		hasTime: Number(properties["$prev_pageview_duration"]) >= 0,
		seen: properties["$prev_pageview_max_content_percentage"],
	}));
	expect(first).toEqual({ left: undefined, hasTime: false, seen: undefined });
	expect(later).toMatchObject([
		{ left: "/", hasTime: true },
		{ left: "/long", hasTime: true, seen: 1 },
		{ left: "/", hasTime: true, seen: 1 },
	]);
});

test("links to other sites and to files are counted, without queries", async ({ openPage }) => {
	const { page } = await openPage(VISITOR);
	const { analytics } = await openCountedSite(page, { files: FILES });
	await page.evaluate(() =>
		// The page stays, so that it can be looked at.
		addEventListener("click", (event) => event.preventDefault()),
	);

	for (const name of ["Elsewhere", "Paper"]) {
		await page.locator("#app main").getByRole("link", { name }).click();
	}
	await endCollecting(page);

	await expect
		.poll(() => named(analytics, "outbound_link").map(({ properties }) => properties["link_url"]))
		.toEqual(["http://127.0.0.1:9/there"]);
	expect(
		named(analytics, "file_download").map(
			({ properties }) => new URL(String(properties["link_url"])).pathname,
		),
	).toEqual(["/paper.pdf"]);
});

test("an error that nothing has caught is sent once", async ({ openPage }) => {
	const { page, faults } = await openPage(VISITOR);
	faults.allow(/broken on purpose/);
	const { analytics } = await openCountedSite(page, { files: FILES });
	await endCollecting(page);
	await expect.poll(() => named(analytics, "$pageview").length).toBe(1);

	await page.evaluate(() => {
		for (let time = 0; time < 3; time += 1) {
			setTimeout(() => {
				throw new TypeError("broken on purpose");
			});
		}
		void Promise.reject(new Error("a promise broken on purpose"));
	});

	await expect
		.poll(() =>
			named(analytics, "$exception")
				.map(({ properties }) => properties["$exception_issue"])
				.toSorted(),
		)
		.toEqual(["Error: a promise broken on purpose", "TypeError: broken on purpose"]);
	const [first] = named(analytics, "$exception");
	expect(first?.properties).toMatchObject({
		$exception_stack_trace_raw: expect.stringContaining("broken on purpose"),
		$app_version: expect.stringMatching(/^[0-9a-f]{20}$/),
	});
});

test("pages ask if they were helpful, once for each view, and take a text", async ({
	openPage,
}) => {
	const { page } = await openPage(VISITOR);
	const { analytics } = await openCountedSite(page, { files: FILES });
	const question = page.getByRole("region", { name: "Was this page helpful?" });
	expect(await question.count()).toBe(0);
	await follow(page, "Long");

	await question.getByRole("button", { name: "No" }).click();
	await question.getByLabel("What can be improved? (optional)").fill("More beans.");
	await question.getByRole("button", { name: "Send" }).click();

	await question.getByText("Thank you for your answer.").waitFor();
	await follow(page, "Home");
	await follow(page, "Long");
	await question.getByRole("button", { name: "Yes" }).click();
	await endCollecting(page);
	await expect.poll(() => named(analytics, "page feedback").length).toBe(2);
	expect(named(analytics, "page feedback").map(({ properties }) => properties)).toMatchObject([
		{ helpful: "no", $pathname: "/long" },
		{ helpful: "yes", $pathname: "/long" },
	]);
	const [text, ...others] = named(analytics, "page feedback text");
	expect([text?.properties, others]).toMatchObject([{ helpful: "no", text: "More beans." }, []]);
});

async function follow(page: Page, name: string): Promise<void> {
	await page.locator("#app main").getByRole("link", { name, exact: true }).click();
	await page.getByRole("heading", { level: 1, name: name === "Home" ? "Welcome" : name }).waitFor();
}

function named(analytics: ListeningAnalytics, name: string) {
	return storedEvents(analytics.store).filter(({ event }) => event === name);
}
