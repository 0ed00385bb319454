import type { BrowserContext, Page, Route } from "playwright-core";
import { BUILD_HEADER } from "../../src/shared/page/payload.ts";

/** Simulated server: up, down, down behind a proxy, slow, stalled, or with another build. */
export type ServerMode = "up" | "down" | "gateway" | "slow" | "stalled" | "deployed";

export interface SwitchedServer {
	readonly set: (mode: ServerMode) => void;
	/** Number of requests in flight. */
	readonly underWay: () => number;
	/** Navigations that started although the server was down. */
	readonly lost: readonly string[];
}

const SLOW_MS = 300;

/**
 * Intercepts requests between pages and their server.
 *
 * @param graceMs Time after the loss of the server in which documents, already in flight, still arrive.
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
			// The page was left, or it canceled the request.
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
