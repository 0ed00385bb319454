import type { GroupChange, PersonAction, Visit } from "../store/new-event.ts";
import type { CaptureEvent } from "../wire/read-event.ts";
import type { DropReason } from "./drop-reasons.ts";
import type { UserAgent } from "./user-agent.ts";

/** An event on its way through the steps. */
export interface Draft extends CaptureEvent {
	readonly uuid: string;
	/** When it happened, by our clock. Milliseconds since the Unix epoch. */
	readonly happenedAt: number;
	/** Whether persons are kept for it; most page views keep none. */
	readonly keepsPerson: boolean;
	readonly person: PersonAction | undefined;
	readonly groups: readonly GroupChange[];
	readonly bot: string | undefined;
	readonly visit: Visit | undefined;
	/** What is remarkable about it, although it is stored. */
	readonly warnings: readonly Warning[];
}

/** An event as it enters the steps. */
export function newDraft(
	event: CaptureEvent,
	{ uuid, happenedAt }: Pick<Draft, "uuid" | "happenedAt">,
): Draft {
	return {
		...event,
		uuid,
		happenedAt,
		keepsPerson: true,
		person: undefined,
		groups: [],
		bot: undefined,
		visit: undefined,
		warnings: NO_WARNINGS,
	};
}

const NO_WARNINGS: readonly Warning[] = [];

/** What all events of one request share. Address and user agent go no further than the steps. */
export interface RequestFacts {
	readonly token: string;
	/** By the client's clock. Milliseconds since the Unix epoch. */
	readonly sentAt: number | undefined;
	/** The client moves in what happened long ago: its times are meant. */
	readonly isHistory?: boolean;
	readonly receivedAt: number;
	/** When an event may have happened; any time where nothing is said. Milliseconds since the Unix epoch. */
	readonly plausible: { readonly from: number; readonly to: number } | undefined;
	/** Absent when the sender asked not to use it. */
	readonly address: string | undefined;
	readonly userAgent: string | undefined;
	/** It comes from an address whose visits the owner does not want to be counted. */
	readonly isIgnored: boolean;
	/** The browser asks not to be tracked, and the operator honors that. */
	readonly isOptedOut: boolean;
	/** What could be read out of the user agent. */
	readonly agent: UserAgent | undefined;
	/** Of the JSON text; lets small requests skip the check of single events. */
	readonly bodyLength: number;
}

/** The event as it goes on, or why it does not. */
export type StepResult = Draft | DropReason;

/**
 * One of the list that every event passes: gives it back, changed or not, or the reason to drop it.
 *
 * @example
 * const dropTests: Step = (draft) => (draft.event === "test" ? "ignored-address" : draft);
 */
export type Step = (draft: Draft, facts: RequestFacts) => StepResult;

/** Things worth counting about events that are stored all the same, with what they mean. */
export const WARNINGS = {
	"time-unreadable": "Its time cannot be read; it was put to the time of arrival",
	"time-from-the-future": "It is more than 23 hours ahead; it was put to the time of arrival",
	"time-out-of-range":
		"It is ahead, or older than events are kept; it was put to the time of arrival",
	"person-profile-not-boolean": "Its $process_person_profile is neither true nor false",
	"merge-with-illegal-id": "It would merge persons by a placeholder, such as null or anonymous",
} as const;

export type Warning = keyof typeof WARNINGS;

export function warned(draft: Draft, warning: Warning): Draft {
	return { ...draft, warnings: [...draft.warnings, warning] };
}
