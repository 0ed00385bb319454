import type { FastifyInstance } from "fastify";
import { payloadUrl, urlPath } from "../../shared/routing/routes.ts";
import type { AnswerCache } from "./answer-cache.ts";

export interface WarmUpOptions {
	readonly cache: Pick<AnswerCache, "hasRoom" | "lastUsed">;
	readonly basePath: () => string;
	readonly buildId: string;
	/** Paths of the pages that the operator wants to be ready. */
	readonly prerendered: () => readonly string[];
}

/** The peer address of our own warm-up requests: no socket can have it. */
export const WARM_UP_ADDRESS = "::";

/** Of what was visited before a save, as much as most visitors look at. */
const LAST_USED = 50;

/**
 * Makes a function that asks the site for what visitors will ask for first: what they asked
 * for last, the home page, and the pages that are marked `prerender`.
 *
 * One after the other, so that visitors who are there already go first.
 */
export function createWarmUp(site: FastifyInstance, options: WarmUpOptions): () => Promise<void> {
	return async () => {
		for (const url of targetsOf(options)) {
			if (!options.cache.hasRoom) return;
			try {
				await site.inject({
					url,
					headers: { "accept-encoding": "br" },
					remoteAddress: WARM_UP_ADDRESS,
				});
			} catch (error) {
				if (isClosed(error)) return;
				throw error;
			}
		}
	};
}

/** A page that is saved while the process leaves must not end it with requests under way. */
function isClosed(error: unknown): boolean {
	return (
		error instanceof Error && "code" in error && error.code === "FST_ERR_REOPENED_CLOSE_SERVER"
	);
}

function targetsOf({ cache, basePath, buildId, prerendered }: WarmUpOptions): readonly string[] {
	const targets = ["/", ...prerendered()].flatMap((path) => [
		urlPath(basePath(), path),
		payloadUrl(basePath(), path, buildId),
	]);
	return [...new Set([...cache.lastUsed(LAST_USED), ...targets])];
}
