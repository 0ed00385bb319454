import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { errorCodeOf } from "../../platform/error-code.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";
import { payloadUrl, urlPath } from "../../shared/routing/routes.ts";
import type { Revision } from "../content/revision.ts";
import type { ResponseCache } from "./response-cache.ts";
import { fileKey, WHOLE_BYTES } from "./send-file.ts";

export interface WarmUpOptions {
	readonly log: Pick<FastifyBaseLogger, "debug">;
	readonly cache: Pick<ResponseCache, "hasRoom" | "has" | "lastUsed">;
	readonly revision: () => WarmRevision;
	readonly buildId: () => string;
	/** Paths of the pages that the operator marks `prerender`. */
	readonly prerendered: () => readonly string[];
}

interface WarmRevision extends Pick<Revision, "files"> {
	readonly config: { readonly public: Pick<PublicConfig, "basePath"> };
}

/** The peer address of warm-up requests: no socket can have it. */
export const WARM_UP_ADDRESS = "::";

/** Number of answers of the previous revision that are made again. */
const LAST_USED = 50;

/** Limit of the total size of the files, smallest first. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/**
 * Creates a function that fills the cache: with the last used answers, the home page, pages that
 * are marked `prerender`, and small files.
 *
 * Files are cached so that a complete copy exists while an editor rewrites a file in place. The
 * requests are sequential, so that visitors do not wait for them.
 */
export function createWarmUp(site: FastifyInstance, options: WarmUpOptions): () => Promise<void> {
	return async () => {
		for (const url of [...pageUrls(options), ...fileUrls(options)]) {
			if (!options.cache.hasRoom) return;
			try {
				await site.inject({
					url,
					headers: { "accept-encoding": "br" },
					remoteAddress: WARM_UP_ADDRESS,
				});
			} catch (error) {
				// A page can be saved while the process shuts down.
				if (errorCodeOf(error) === "FST_ERR_REOPENED_CLOSE_SERVER") return;
				// A file can change while it is sent. A visitor's request reads it again.
				options.log.debug({ err: error, url }, "An answer was not cached in advance");
			}
		}
	};
}

function pageUrls({ cache, revision, buildId, prerendered }: WarmUpOptions): readonly string[] {
	const { basePath } = revision().config.public;
	const urls = ["/", ...prerendered()].flatMap((path) => [
		urlPath(basePath, path),
		payloadUrl(basePath, path, buildId()),
	]);
	return [...new Set([...cache.lastUsed(LAST_USED), ...urls])];
}

function fileUrls({ cache, revision }: WarmUpOptions): readonly string[] {
	const { files, config } = revision();
	let bytes = 0;
	return [...files]
		.filter(([, { size }]) => size <= WHOLE_BYTES)
		.toSorted(([, one], [, other]) => one.size - other.size)
		.filter(([, { size }]) => {
			bytes += size;
			return bytes <= MAX_FILE_BYTES;
		})
		.filter(([, file]) => !cache.has(fileKey(file)))
		.map(([path]) => urlPath(config.public.basePath, path));
}
