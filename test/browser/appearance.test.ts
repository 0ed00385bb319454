import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { accessibilityViolations } from "../support/accessibility.ts";
import { test } from "../support/browser-test.ts";
import { readFixture } from "../support/read-fixture.ts";
import { openHydrated, overflowOf } from "../support/site-page.ts";
import type { RunningSite } from "../support/start-site.ts";
import { startTestSite } from "../support/start-test-site.ts";

const FILES = readFixture<string>("site-texts/appearance.yaml");

const PATHS = ["/", "/guide", "/missing", "/broken"];

let site: RunningSite;

beforeAll(async () => {
	site = await startTestSite(FILES);
});

test.for([
	[390, "light"],
	[1280, "dark"],
] as const)("at %i px in %s mode, no page has an accessibility violation, or moves for visitors who want no motion", async ([
	width,
	colorScheme,
], { openPage }) => {
	const viewport = { width, height: 800 };
	const { page, faults } = await openPage({ viewport, colorScheme, reducedMotion: "reduce" });
	faults.allow(/status of (404|500)/);

	for (const path of PATHS) {
		await open(page, path);

		expect([path, await accessibilityViolations(page)]).toEqual([path, []]);
		const moving = await page.evaluate(
			() =>
				[...document.querySelectorAll("*")].filter((element) => {
					const { transitionDuration, animationName } = getComputedStyle(element);
					return /[1-9]/.test(transitionDuration) || animationName !== "none";
				}).length,
		);
		expect([path, moving]).toEqual([path, 0]);
	}
});

test("nothing overflows, however wide the window is", async ({ page, faults }) => {
	faults.allow(/status of (404|500)/);

	for (const path of PATHS) {
		await open(page, path);
		// The last one is a window of 1280 at 200 % zoom.
		for (const width of [320, 390, 1024, 1600, 640]) {
			await page.setViewportSize({ width, height: 800 });

			expect([path, width, await overflowOf(page)]).toEqual([path, width, 0]);
		}
	}
});

test("each link of a full header can be clicked, and a long name keeps to two lines", async ({
	page,
	faults,
}) => {
	// A link that can be seen is fetched ahead, and one of them leads nowhere.
	faults.allow(/status of 404/);
	const full = await startTestSite({
		"site.yaml": `name: The Observatory of the North and its Handbook
header:
  links:
    - { label: Community, links: [{ label: Chat, url: https://chat.example }] }
    - { label: Prices, url: /prices }
    - { label: Status, url: https://status.example }
`,
		"pages/index.md": "# Home\n",
		...Object.fromEntries(
			["Getting started", "Working with telescopes", "Reference of everything"].map(
				(title, index) => [`pages/part-${index}/index.md`, `# ${title}\n\n[Home](/)\n`],
			),
		),
	});

	for (const width of [1024, 1280, 1600]) {
		await page.setViewportSize({ width, height: 800 });
		await openHydrated(page, `${full.url}/part-1`);

		expect([width, await coveredLinks(page)]).toEqual([width, []]);
		expect(await overflowOf(page)).toBe(0);
	}
	await page.setViewportSize({ width: 390, height: 800 });
	const name = page.locator(".site-name span");
	expect(await name.evaluate((element) => element.clientHeight)).toBeLessThanOrEqual(44);
});

test("everything that the Tab key reaches shows that it has the focus", async ({ page }) => {
	for (const path of ["/", "/guide"]) {
		await open(page, path);

		const invisible = await walkFocus(page);

		expect([path, invisible]).toEqual([path, []]);
	}
});

async function open(page: Page, path: string): Promise<void> {
	await openHydrated(page, site.url + path);
}

/** @returns The operator's links that something else lies over, or that are out of the window. */
async function coveredLinks(page: Page): Promise<string[]> {
	const links = page.locator("#site-links > nav > ul > li > :is(a, details)");
	return links.evaluateAll((all) =>
		all
			.filter((link) => {
				const { right, top, height } = link.getBoundingClientRect();
				const hit = document.elementFromPoint(right - 4, top + height / 2);
				return hit === null || !link.contains(hit);
			})
			.map((link) => link.textContent ?? ""),
	);
}

/** @returns What looks the same with the focus as without: no ring on it or on what draws it. */
async function walkFocus(page: Page): Promise<string[]> {
	const invisible: string[] = [];
	for (let step = 0; step < 80; step += 1) {
		await page.keyboard.press("Tab");
		const focused = await page.evaluate(() => {
			const element = document.activeElement;
			if (element === null || element === document.body) return undefined;
			const drawn = [
				getComputedStyle(element),
				getComputedStyle(element, "::after"),
				getComputedStyle(element.closest("label") ?? element),
			];
			const isVisible = drawn.some(
				({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && outlineWidth !== "0px",
			);
			return { name: element.outerHTML.slice(0, 80), isVisible };
		});
		if (focused === undefined) return invisible;
		if (!focused.isVisible) invisible.push(focused.name);
	}
	return invisible;
}
