import { SERVER_LIBRARIES } from "../../protocol/server-libraries.ts";
import type { Draft, RequestFacts, Step } from "../draft.ts";

/** Marks web events of bots, and events that name a bot as sender. Bots do not count as visitors. */
export const attachBot: Step = (draft, facts) => {
	const isAdmitted = draft.properties["$browser_type"] === "bot";
	if (!isAdmitted && !isWebEvent(draft, facts)) return draft;
	const bot = facts.agent?.bot ?? (isAdmitted ? "bot" : undefined);
	return bot === undefined ? draft : { ...draft, bot };
};

/**
 * Whether an event happened on a page. Programs send events with any user agent. Their events may also
 * name a page, but the visit is that of the person's browser.
 */
export function isWebEvent({ event, properties }: Draft, { agent }: RequestFacts): boolean {
	const { $lib: library, $current_url: url } = properties;
	if (SERVER_LIBRARIES.has(library)) return false;
	if (event === "$pageview" || library === "web") return true;
	return url !== undefined && agent?.isBrowser !== false;
}
