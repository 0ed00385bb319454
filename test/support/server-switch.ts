import type { BrowserContext, Page, Route } from "playwright-core";
import { BUILD_HEADER } from "../../src/shared/page/payload.ts";

/** How the server seems to a page: as it is, gone, gone behind a proxy, slow, silent, or of another build. */
export type ServerMode = "up" | "down" | "gateway" | "slow" | "stalled" | "deployed";

export interface SwitchedServer {
	readonly set: (mode: ServerMode) => void;
	/** How many requests wait for their answers. */
	readonly underWay: () => number;
	/** Documents that a page was left for although there was no server. */
	readonly lost: readonly string[];
}

const SLOW_MS = 300;

/**
 * Puts itself between pages and their server.
 *
 * @param graceMs So long after the server has gone, documents still come: they were on their way.
 */
export async function switchServer(
	pages: Page | BrowserContext,
	graceMs = 0,
): Promise<SwitchedServer> {
	const lost: string[] = [];
	let mode: ServerMode = "up";
	let goneSince = 0;
	let underWay = 0;
	let change = Promise.withResolvers<void>();
	await pages.route("**/*", async (route) => {
		const isDocument = route.request().isNavigationRequest();
		const isOnItsWay = (): boolean => isDocument && Date.now() - goneSince < graceMs;
		const isHeld = (): boolean => mode === "stalled" && !isOnItsWay();
		underWay += 1;
		try {
			while (isHeld()) await change.promise;
			const isGone = (mode === "down" || mode === "gateway") && !isOnItsWay();
			if (isGone && isDocument) lost.push(`${route.request().url()} while the server was ${mode}`);
			await answer(route, isOnItsWay() ? "up" : mode);
		} catch {
			// The page has left, or has given the request up.
		} finally {
			underWay -= 1;
		}
	});
	return {
		set(next) {
			if (["down", "gateway", "stalled"].includes(next)) goneSince = Date.now();
			mode = next;
			change.resolve();
			change = Promise.withResolvers();
		},
		underWay: () => underWay,
		lost,
	};
}

async function answer(route: Route, mode: ServerMode): Promise<void> {
	switch (mode) {
		case "down":
			return route.abort("connectionrefused");
		case "gateway":
			return route.fulfill({ status: 503, body: "<h1>Service Unavailable</h1>" });
		case "slow":
			await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
			return route.continue();
		case "deployed":
			return answerAsOtherBuild(route);
		case "stalled":
		case "up":
			return route.continue();
	}
}

async function answerAsOtherBuild(route: Route): Promise<void> {
	if (!route.request().url().includes("_payload.json")) return route.continue();
	const response = await route.fetch();
	await route.fulfill({ response, headers: { ...response.headers(), [BUILD_HEADER]: "another" } });
}
