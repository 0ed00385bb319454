import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { chromiumOptions, ensureChromium } from "./chromium.ts";
import { settledWithin } from "./settled-within.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** Where the one Chromium of this run listens. */
		chromiumEndpoint: string;
	}
}

/** Its pages are closed by now, but for those that never answered. */
const CLOSING_MS = 10_000;

/**
 * Starts one Chromium for all files of the browser project: starting it costs as much as several
 * tests. What keeps tests apart is a fresh context for each of them.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	ensureChromium();
	const server = await chromium.launchServer({ ...chromiumOptions(), headless: true });
	project.provide("chromiumEndpoint", server.wsEndpoint());
	return async () => {
		if (!(await settledWithin(server.close(), CLOSING_MS))) await server.kill();
	};
}
