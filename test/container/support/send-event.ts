import { type AskOptions, ask } from "./ask.ts";
import type { Stack } from "./create-stack.ts";

/**
 * Sends one event through the site.
 *
 * @returns The status of the answer; 0 where the connection broke, which is no acknowledgment.
 */
export async function sendEvent(
	stack: Stack,
	event: { readonly event: string; readonly uuid?: string },
	options: Pick<AskOptions, "authority" | "address"> = {},
): Promise<number> {
	const answer = await ask(`${stack.siteUrl}/ingest/e/`, {
		method: "POST",
		...options,
		authority: options.authority ?? (await stack.authority()),
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ api_key: "phc_loggia", distinct_id: "one", ...event }),
	}).catch(() => undefined);
	return answer?.status ?? 0;
}
