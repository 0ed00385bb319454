import type { Step } from "../draft.ts";

/** Drops events with an unknown key. The response is a success, so that the client does not retry. */
export function dropUnknownTokens(projectKey: string): Step {
	return (draft, { token }) => (token === projectKey ? draft : "unknown-token");
}

/** Drops events from addresses that the operator does not count. */
export const dropIgnored: Step = (draft, { isIgnored }) => (isIgnored ? "ignored-address" : draft);

/** Drops events of browsers with an opt-out header, regardless of the client in the page. */
export const dropOptedOut: Step = (draft, { isOptedOut }) => (isOptedOut ? "opted-out" : draft);

const RECORDING_EVENTS: ReadonlySet<string> = new Set(["$snapshot", "$snapshot_items"]);

/** Drops session recordings: the service cannot play them. */
export const dropRecordings: Step = (draft) =>
	RECORDING_EVENTS.has(draft.event) ? "recording" : draft;

/** In characters, the same limit as PostHog's. A page view has two kilobytes. */
const MAX_EVENT_LENGTH = 1024 * 1024;

export const dropOversizedEvents: Step = (draft, { bodyLength }) => {
	if (bodyLength <= MAX_EVENT_LENGTH) return draft;
	const { properties, set, setOnce } = draft;
	const length = JSON.stringify([properties, set, setOnce]).length;
	return length > MAX_EVENT_LENGTH ? "too-large" : draft;
};
