import { SERVER_LIBRARIES } from "../../wire/server-libraries.ts";
import type { Draft, RequestFacts, Step } from "../draft.ts";

/** Marks web events of bots, which are kept apart: stored and counted, but no visitors. */
export const attachBot: Step = (draft, facts) => {
	const isAdmitted = draft.properties["$browser_type"] === "bot";
	if (!isAdmitted && !isWebEvent(draft, facts)) return draft;
	const bot = facts.agent?.bot ?? (isAdmitted ? "bot" : undefined);
	return bot === undefined ? draft : { ...draft, bot };
};

/**
 * Whether an event happened on a page. Programs send events of their own with any user agent. They may
 * name the page as well, and then belong to a person whose browser makes the visit.
 */
export function isWebEvent({ event, properties }: Draft, { agent }: RequestFacts): boolean {
	const { $lib: library, $current_url: url } = properties;
	if (SERVER_LIBRARIES.has(library)) return false;
	if (event === "$pageview" || library === "web") return true;
	return url !== undefined && agent?.isBrowser !== false;
}
