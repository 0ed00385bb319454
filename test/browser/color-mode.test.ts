import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import {
	type ColorMode,
	parseColorModePreference,
	resolveColorMode,
} from "../../src/shared/theme/color-mode.ts";
import { type OpenPage, test } from "../support/browser-test.ts";
import { firstPixel } from "../support/first-pixel.ts";
import { hydrated } from "../support/hydrated.ts";
import { lengthsOf } from "../support/lengths.ts";
import { follow, openHydrated } from "../support/site-page.ts";
import type { RunningSite } from "../support/start-site.ts";
import { startTestSite } from "../support/start-test-site.ts";

const FILES = {
	"site.yaml": "name: Test\ntheme: {primary: orange, gray: stone}\n",
	"pages/index.md": "# Home\n\n[Dark](/dark) [Light](/light) [Missing](/missing) [Home](/)\n",
	"pages/dark.md":
		"---\ncolorMode: dark\n---\n# Dark\n\n[Home](/) [Missing](/missing) [Light](/light)\n",
	"pages/light.md": "---\ncolorMode: light\n---\n# Light\n\n[Home](/) [Missing](/missing)\n",
	"pages/broken.md": "---\nmiddleware: absent\nnavigation: false\n---\n# Broken\n",
};

const BACKGROUNDS = { light: "rgb(255, 255, 255)", dark: "rgb(12, 10, 9)" } as const;

/** What the browser may hold under the key; `BLOCKED`: it throws when it is asked. */
const BLOCKED = "blocked";
const VALUES = [undefined, "light", "system", " dark", "DARK", "null", '{"a":1}', "dark", BLOCKED];

const { storedValues } = lengthsOf("test/browser/color-mode.test.ts");

/** In this order: what is blocked stays blocked. */
const STORED = VALUES.slice(-storedValues);

const FORCED = [
	["/", undefined],
	["/light", "light"],
	["/dark", "dark"],
	["/missing", undefined],
	["/broken", undefined],
] as const;

let site: RunningSite;

beforeAll(async () => {
	site = await startTestSite(FILES);
});

test.for([
	"light",
	"dark",
] as const)("on a %s system, each page is painted in its mode from the first frame on, and starts without a fault", async (system, {
	openPage,
}) => {
	const page = await openTab(openPage, { colorScheme: system });
	await holdScripts(page);

	for (const stored of STORED) {
		await visitBefore(page, stored);
		for (const [path, forced] of FORCED) {
			await page.goto(site.url + path, { waitUntil: "commit" });
			await page.getByRole("heading", { level: 1 }).waitFor();

			const mode = expectedMode(forced, stored, system);
			expect([path, stored, await firstPixel(page)]).toEqual([path, stored, BACKGROUNDS[mode]]);
			expect(await rootOf(page)).toEqual({ classes: mode, colorScheme: mode, forced });
		}
		await page.unrouteAll();
		await openHydrated(page, site.url);

		const mode = expectedMode(undefined, stored, system);
		expect(await rootOf(page)).toEqual({ classes: mode, colorScheme: mode, forced: undefined });
		await holdScripts(page);
	}
});

test("without JavaScript, each page is in its own mode or the system's, and has no control", async ({
	openPage,
}) => {
	const page = await openTab(openPage, { javaScriptEnabled: false });

	for (const system of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme: system });
		for (const [path, forced] of FORCED) {
			await page.goto(site.url + path);

			expect([path, await firstPixel(page)]).toEqual([path, BACKGROUNDS[forced ?? system]]);
			expect(await page.getByRole("group", { name: "Color mode" }).count()).toBe(0);
		}
	}
});

test("a forced page keeps its mode and says so; a choice there applies on leaving", async ({
	openPage,
}) => {
	const page = await openTab(openPage, { colorScheme: "light" });
	await openHydrated(page, site.url);
	await follow(page, "Dark");
	expect(await rootOf(page)).toEqual({ classes: "dark", colorScheme: "dark", forced: "dark" });
	await follow(page, "Light");
	expect(await rootOf(page)).toEqual({ classes: "light", colorScheme: "light", forced: "light" });
	const reason = page.getByText("This page has its own color mode.");
	expect(await reason.isVisible()).toBe(false);

	await choose(page, "Dark");

	expect(await reason.isVisible()).toBe(true);
	expect(await descriptionOfControl(page)).toContain("Your choice applies to other pages.");
	expect((await rootOf(page)).classes).toBe("light");
	expect(await storedIn(page, "localStorage")).toBe("dark");
	await follow(page, "Missing", "Page Not Found");
	expect(await descriptionOfControl(page)).toBe("");
	expect(await rootOf(page)).toEqual({ classes: "dark", colorScheme: "dark", forced: undefined });
});

test("the control is three named choices for the arrow keys, moves nothing, and may be for the session", async ({
	openPage,
}) => {
	const own = await startTestSite({
		...FILES,
		"site.yaml": "name: Test\ncolorMode: {storage: sessionStorage}\n",
	});
	const page = await openTab(openPage, { colorScheme: "light" });
	await openHydrated(page, own.url);
	const control = page.getByRole("group", { name: "Color mode" });
	const names = await control
		.getByRole("radio")
		.evaluateAll((radios) => radios.map((radio) => radio.closest("label")?.textContent));
	const places = () =>
		page
			.locator("header *, h1")
			.evaluateAll((all) => all.map((element) => JSON.stringify(element.getBoundingClientRect())));
	const before = await places();

	await control.getByRole("radio", { name: "System" }).focus();
	await page.keyboard.press("ArrowLeft");

	expect(names).toEqual(["Light", "Dark", "System"]);
	expect(await choiceIn(page)).toBe("dark");
	expect(await rootOf(page)).toMatchObject({ classes: "dark" });
	await page.reload();
	expect(await places()).toEqual(before);
	await hydrated(page);
	expect(await storedIn(page, "sessionStorage")).toBe("dark");
	expect(await storedIn(page, "localStorage")).toBeNull();
	expect(await choiceIn(page)).toBe("dark");
	expect(await places()).toEqual(before);
});

test.for([
	["dark", "Light"],
	[BLOCKED, "Dark"],
] as const)("with “%s” stored, the control takes a choice before the app is there, which stays", async ([
	stored,
	choice,
], { openPage }) => {
	const page = await openTab(openPage, { colorScheme: "light" });
	await visitBefore(page, stored);
	const released = Promise.withResolvers<void>();
	await page.route("**/_nuxt/*.js", async (route) => {
		await released.promise;
		await route.continue();
	});
	await page.goto(site.url, { waitUntil: "commit" });
	await page.getByRole("heading", { level: 1 }).waitFor();

	await expect.poll(() => choiceIn(page)).toBe(stored === BLOCKED ? "system" : stored);
	await choose(page, choice);
	const mode = choice === "Light" ? "light" : "dark";
	expect(await rootOf(page)).toMatchObject({ classes: mode, colorScheme: mode });
	released.resolve();
	await hydrated(page);

	expect(await choiceIn(page)).toBe(mode);
	await follow(page, "Light");
	await follow(page, "Home");
	expect(await rootOf(page)).toMatchObject({ classes: mode });
});

function expectedMode(
	forced: ColorMode | undefined,
	stored: string | undefined,
	system: ColorMode,
): ColorMode {
	return resolveColorMode(forced, parseColorModePreference(stored), system === "dark");
}

/** Visible links are prefetched, and two of them lead to errors. */
async function openTab(
	openPage: OpenPage,
	options: NonNullable<Parameters<OpenPage>[0]>,
): Promise<Page> {
	const { page, faults } = await openPage(options);
	faults.allow(/status of (404|500)/);
	return page;
}

/** Leaves the storage as an earlier visit would have; it holds for every document from now on. */
async function visitBefore(page: Page, stored: string | undefined): Promise<void> {
	await page.addInitScript((value) => {
		if (value === "blocked") {
			const refuse = (): never => {
				throw new DOMException("Access is denied for this document", "SecurityError");
			};
			Object.defineProperty(window, "localStorage", { get: refuse });
			Object.defineProperty(window, "sessionStorage", { get: refuse });
		} else if (value !== null) {
			localStorage.setItem("nuxt-color-mode", value);
		}
	}, stored ?? null);
}

/** Scripts never arrive: whatever is painted is the work of the document alone. */
async function holdScripts(page: Page): Promise<void> {
	await page.route("**/_nuxt/*.js", () => undefined);
}

async function choose(page: Page, name: "Light" | "Dark" | "System"): Promise<void> {
	await page.getByRole("group", { name: "Color mode" }).getByTitle(name).click();
}

/** What assistive technology adds to the control's name. */
async function descriptionOfControl(page: Page): Promise<string> {
	return page.locator(".color-mode").evaluate((control) => {
		const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
		return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
	});
}

async function choiceIn(page: Page): Promise<string | null> {
	return page.locator(".color-mode input:checked").getAttribute("value");
}

async function storedIn(
	page: Page,
	kind: "localStorage" | "sessionStorage",
): Promise<string | null> {
	return page.evaluate((name) => window[name].getItem("nuxt-color-mode"), kind);
}

async function rootOf(page: Page) {
	return page.evaluate(() => {
		const { className, style, dataset } = document.documentElement;
		return {
			classes: className,
			colorScheme: style.colorScheme,
			forced: dataset["colorModeForced"],
		};
	});
}
