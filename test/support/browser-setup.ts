import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { chromiumOptions, ensureChromium } from "./chromium.ts";
import { settledWithin } from "./settled-within.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** WebSocket endpoint of this run's Chromium. */
		chromiumEndpoint: string;
	}
}

/** Time-out for closing Chromium. Only pages that never answered are still open then. */
const CLOSING_MS = 10_000;

/**
 * Starts one Chromium for all files of the browser project, because a start costs as much as several
 * tests. A new context isolates each test.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	ensureChromium();
	const server = await chromium.launchServer({ ...chromiumOptions(), headless: true });
	project.provide("chromiumEndpoint", server.wsEndpoint());
	return async () => {
		if (!(await settledWithin(server.close(), CLOSING_MS))) await server.kill();
	};
}
