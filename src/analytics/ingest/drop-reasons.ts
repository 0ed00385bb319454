import type { UnreadableReason } from "../wire/read-event.ts";

/** Reasons to drop an event, as named in the metrics, with their descriptions for the dashboard. */
export const DROP_REASONS = {
	"not-an-object": "An entry of the batch is no JSON object",
	"no-event-name": "It has no name, or a blank one",
	"no-distinct-id": "It has no distinct id, or a blank one",
	"malformed-uuid": "Its uuid is not a UUID",
	"unknown-token": "It carries the project key of another project",
	"ignored-address": "It comes from an address that is not counted (see Settings)",
	"opted-out": "Its browser asks not to be tracked (Sec-GPC or DNT)",
	recording: "Session recordings are declined",
	"performance-event": "Its feature is gone; clients of 2022 still send it",
	"older-than-kept":
		"It is part of a historical migration, and older than events are kept: raise the retention first",
	"too-large": "It has more than a megabyte",
	"person-event-without-person":
		"It only changes a person, and says that no person is to be kept ($process_person_profile: false)",
	"cookieless-without-agent":
		"Its client has no cookies, and no address or user agent to tell visitors by",
} as const satisfies Readonly<Record<UnreadableReason | string, string>>;

export type DropReason = keyof typeof DROP_REASONS;
