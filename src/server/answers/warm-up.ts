import type { FastifyInstance } from "fastify";
import { payloadUrl, urlPath } from "../../shared/routing/routes.ts";
import type { PageCache } from "./page-cache.ts";

export interface WarmUpOptions {
	readonly cache: PageCache;
	readonly basePath: () => string;
	readonly buildId: string;
	/** Paths of the pages that the operator wants to be ready. */
	readonly prerendered: () => readonly string[];
}

/** The peer address of our own requests. No socket can have it: it is the address of nobody. */
export const OURSELVES = "::";

/** Of the pages that were visited before a save, as many as most visitors look at. */
const MOST_USED = 50;

/**
 * Makes a function that asks the site for what visitors will ask for first: what they asked
 * for most so far, the home page, and the pages that are marked `prerender`.
 *
 * One after the other: those who are there already go before those who may come.
 */
export function createWarmUp(site: FastifyInstance, options: WarmUpOptions): () => Promise<void> {
	return async () => {
		for (const url of targetsOf(options)) {
			if (!options.cache.hasRoom) return;
			await site.inject({
				url,
				headers: { "accept-encoding": "br" },
				remoteAddress: OURSELVES,
			});
		}
	};
}

function targetsOf({ cache, basePath, buildId, prerendered }: WarmUpOptions): readonly string[] {
	const targets = ["/", ...prerendered()].flatMap((path) => [
		urlPath(basePath(), path),
		payloadUrl(basePath(), path, buildId),
	]);
	return [...new Set([...cache.mostUsed(MOST_USED), ...targets])];
}
