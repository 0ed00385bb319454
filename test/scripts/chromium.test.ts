import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { findChromium } from "../../scripts/test/chromium.ts";
import { writeSiteFolder } from "../support/site-folder.ts";

afterEach(() => {
	vi.unstubAllEnvs();
});

test("the browser that CHROMIUM_PATH names wins over those of the search path", () => {
	vi.stubEnv("CHROMIUM_PATH", "/opt/browser");

	expect(findChromium()).toBe("/opt/browser");
});

test("without CHROMIUM_PATH it is the first known name on the search path", async () => {
	const folder = await writeSiteFolder({ "google-chrome": "", chromium: "" });
	vi.stubEnv("CHROMIUM_PATH", "");
	vi.stubEnv("PATH", `/nowhere:${folder}`);

	expect(findChromium()).toBe(join(folder, "chromium"));
});

test("where there is none, none is found", () => {
	vi.stubEnv("CHROMIUM_PATH", undefined);
	vi.stubEnv("PATH", "/nowhere");

	expect(findChromium()).toBeUndefined();
});
