import { errorHead, type Head, pageHead } from "../shared/page/head.ts";
import type { ErrorPayload, PagePayload } from "../shared/page/payload.ts";
import type { PublicConfig } from "../shared/page/public-config.ts";

/** The head of what a payload shows. @param query With its question mark, or empty. */
export function payloadHead(
	config: PublicConfig,
	payload: PagePayload | ErrorPayload,
	query: string,
): Head {
	return payload.kind === "page"
		? pageHead(config, payload.page, query)
		: errorHead(config, payload.error);
}
