import type { UnreadableReason } from "../protocol/read-event.ts";

/** Reasons to drop an event, as named in the metrics, with their descriptions for the dashboard. */
export const DROP_REASONS = {
	"not-an-object": "An entry of the batch is not a JSON object",
	"no-event-name": "The event name is missing or blank",
	"no-distinct-id": "The distinct ID is missing or blank",
	"malformed-uuid": "Its uuid is not a UUID",
	"unknown-token": "It has the project key of another project",
	"ignored-address": "Its address is on the list of ignored addresses (see Settings)",
	"opted-out": "Its browser asks not to be tracked (Sec-GPC or DNT)",
	recording: "Session recordings are declined",
	"older-than-kept":
		"It is part of a historical migration and older than the retention: raise the retention first",
	"too-large": "It is larger than 1 MB",
	"person-event-without-person":
		"It only changes a person, but $process_person_profile: false forbids storing a person",
	"cookieless-without-agent":
		"Its client has no cookies, and no address or user agent that identifies the visitor",
} as const satisfies Readonly<Record<UnreadableReason | string, string>>;

export type DropReason = keyof typeof DROP_REASONS;
