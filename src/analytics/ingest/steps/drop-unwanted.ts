import type { Step } from "../draft.ts";

/** The key of another project: answered as accepted, so that the client does not try again. */
export function dropUnknownTokens(projectKey: string): Step {
	return (draft, { token }) => (token === projectKey ? draft : "unknown-token");
}

/** Visits from addresses that the operator does not want to count. */
export const dropIgnored: Step = (draft, { isIgnored }) => (isIgnored ? "ignored-address" : draft);

/** Their browsers say so in a header, whatever the client in the page does. */
export const dropOptedOut: Step = (draft, { isOptedOut }) => (isOptedOut ? "opted-out" : draft);

const RECORDING_EVENTS: ReadonlySet<string> = new Set(["$snapshot", "$snapshot_items"]);

/** Session recordings are declined until there is a way to look at them. */
export const dropRecordings: Step = (draft) =>
	RECORDING_EVENTS.has(draft.event) ? "recording" : draft;

/** Sent by clients of 2022 for a feature that is gone. */
export const dropPerformanceEvents: Step = (draft) =>
	draft.event === "$performance_event" ? "performance-event" : draft;

/** As in the real service; a page view is two kilobytes. */
const MAX_EVENT_LENGTH = 1024 * 1024;

export const dropOversizedEvents: Step = (draft, { bodyLength }) => {
	if (bodyLength <= MAX_EVENT_LENGTH) return draft;
	const { properties, set, setOnce } = draft;
	const length = JSON.stringify([properties, set, setOnce]).length;
	return length > MAX_EVENT_LENGTH ? "too-large" : draft;
};
