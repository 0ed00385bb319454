import type { Page, Route } from "playwright-core";
import { BUILD_HEADER } from "../../src/shared/page/payload.ts";

/** How the server seems to a page: as it is, gone, gone behind a proxy, slow, silent, or of another build. */
export type ServerMode = "up" | "down" | "gateway" | "slow" | "stalled" | "deployed";

const SLOW_MS = 300;

/** Puts itself between a page and its server. */
export async function switchServer(page: Page): Promise<(mode: ServerMode) => void> {
	let mode: ServerMode = "up";
	await page.route("**/*", async (route) => {
		try {
			await answer(route, mode);
		} catch {
			// The page has left, or has given the request up.
		}
	});
	return (next) => {
		mode = next;
	};
}

async function answer(route: Route, mode: ServerMode): Promise<void> {
	switch (mode) {
		case "down":
			return route.abort("connectionrefused");
		case "gateway":
			return route.fulfill({ status: 503, body: "<h1>Service Unavailable</h1>" });
		case "stalled":
			return undefined;
		case "slow":
			await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
			return route.continue();
		case "deployed":
			return answerAsOtherBuild(route);
		case "up":
			return route.continue();
	}
}

async function answerAsOtherBuild(route: Route): Promise<void> {
	if (!route.request().url().includes("_payload.json")) return route.continue();
	const response = await route.fetch();
	await route.fulfill({ response, headers: { ...response.headers(), [BUILD_HEADER]: "another" } });
}
