import { join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { ensureBuild } from "../../scripts/build.ts";
import { findChromium } from "../../scripts/test/chromium.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** Where the one Chromium of this run listens. */
		chromiumEndpoint: string;
	}
}

/** The same everywhere, container or not, and silent towards the outside world. */
const ARGUMENTS = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

const ROOT = join(import.meta.dirname, "../..");

/**
 * Makes the build that the tests drive, and starts one Chromium for all files of the
 * browser project: starting it costs as much as several tests. What keeps tests apart is a
 * fresh context for each of them.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	await ensureBuild(ROOT);
	const executablePath = findChromium();
	if (executablePath === undefined) throw new Error("The browser tests need Chromium");
	const server = await chromium.launchServer({ executablePath, headless: true, args: ARGUMENTS });
	project.provide("chromiumEndpoint", server.wsEndpoint());
	return () => server.close();
}
