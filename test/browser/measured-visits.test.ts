import { expect } from "vitest";
import { endCollecting } from "../support/client-page.ts";
import { eventsNamed, openCountedSite, test } from "../support/counted-site.ts";
import { follow } from "../support/site-page.ts";

const FILES = {
	"site.yaml":
		"name: Example\nfeedback: true\nanalytics:\n  measure: [engagement, links, errors]\n",
	"pages/index.md":
		"# Welcome\n\n[Long](/long) [Elsewhere](http://127.0.0.1:9/there?secret=1) [Paper](/paper.pdf)\n",
	"pages/long.md": `# Long\n\n[Home](/)\n\n${"Text.\n\n".repeat(300)}`,
	"public/paper.pdf": "%PDF-1.4\n",
};

test("time and scroll depth of a page come with the view after it, or when the tab is left", async ({
	page,
}) => {
	const { analytics } = await openCountedSite(page, { files: FILES });

	await follow(page, "Long");
	await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
	await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1000);
	await follow(page, "Home", "Welcome");
	await endCollecting(page);
	await expect.poll(() => eventsNamed(analytics, "$pageview").length).toBe(3);
	await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));

	await expect.poll(() => eventsNamed(analytics, "$pageleave").length).toBe(1);
	const [first, ...later] = [
		...eventsNamed(analytics, "$pageview"),
		...eventsNamed(analytics, "$pageleave"),
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

test("links to other sites and to files are counted without queries, and an error that is not caught once", async ({
	page,
	faults,
}) => {
	faults.allow(/broken on purpose/);
	const { analytics } = await openCountedSite(page, { files: FILES });
	await endCollecting(page);
	await expect.poll(() => eventsNamed(analytics, "$pageview").length).toBe(1);
	await page.evaluate(() =>
		// The page stays, so that it can be looked at.
		addEventListener("click", (event) => event.preventDefault()),
	);
	for (const name of ["Elsewhere", "Paper"]) {
		await page.locator("#app main").getByRole("link", { name }).click();
	}
	const linksOf = (name: string) =>
		eventsNamed(analytics, name).map(({ properties }) => String(properties["link_url"]));
	await expect.poll(() => linksOf("outbound_link")).toEqual(["http://127.0.0.1:9/there"]);
	await expect
		.poll(() => linksOf("file_download"))
		.toEqual([expect.stringMatching(/:\d+\/paper\.pdf$/)]);

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
			eventsNamed(analytics, "$exception")
				.map(({ properties }) => properties["$exception_issue"])
				.toSorted(),
		)
		.toEqual(["Error: a promise broken on purpose", "TypeError: broken on purpose"]);
	const [first] = eventsNamed(analytics, "$exception");
	expect(first?.properties).toMatchObject({
		$exception_stack_trace_raw: expect.stringContaining("broken on purpose"),
		$app_version: expect.stringMatching(/^[0-9a-f]{20}$/),
	});
});

test("pages ask if they were helpful, once for each view, and take a text", async ({ page }) => {
	const { analytics } = await openCountedSite(page, { files: FILES });
	const question = page.getByRole("region", { name: "Was this page helpful?" });
	expect(await question.count()).toBe(0);
	await follow(page, "Long");

	await question.getByRole("button", { name: "No" }).click();
	await question.getByLabel("What can be improved? (optional)").fill("More beans.");
	await question.getByRole("button", { name: "Send" }).click();

	await question.getByText("Thank you for your answer.").waitFor();
	await follow(page, "Home", "Welcome");
	await follow(page, "Long");
	await question.getByRole("button", { name: "Yes" }).click();
	await endCollecting(page);
	await expect.poll(() => eventsNamed(analytics, "page feedback").length).toBe(2);
	expect(eventsNamed(analytics, "page feedback").map(({ properties }) => properties)).toMatchObject(
		[
			{ helpful: "no", $pathname: "/long" },
			{ helpful: "yes", $pathname: "/long" },
		],
	);
	const [text, ...others] = eventsNamed(analytics, "page feedback text");
	expect([text?.properties, others]).toMatchObject([{ helpful: "no", text: "More beans." }, []]);
});
