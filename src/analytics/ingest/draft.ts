import type { CaptureEvent } from "../protocol/read-event.ts";
import type { GroupChange, PersonAction, Visit } from "../store/new-event.ts";
import type { DropReason } from "./drop-reasons.ts";
import type { UserAgent } from "./user-agent.ts";

/** An event between two steps. */
export interface Draft extends CaptureEvent {
	readonly uuid: string;
	/** Time of the event by our clock. Milliseconds since the Unix epoch. */
	readonly happenedAt: number;
	/** Whether a person is stored for the event; most page views store none. */
	readonly keepsPerson: boolean;
	readonly person: PersonAction | undefined;
	readonly groups: readonly GroupChange[];
	readonly bot: string | undefined;
	readonly visit: Visit | undefined;
	/** Problems that do not prevent storing the event. */
	readonly warnings: readonly Warning[];
}

/** Creates the draft for the first step. */
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

/** Data that all events of one request share. Only the steps see address and user agent. */
export interface RequestFacts {
	readonly token: string;
	/** Time by the client's clock. Milliseconds since the Unix epoch. */
	readonly sentAt: number | undefined;
	/** The client imports old events, so old times are intentional. */
	readonly isHistoricalMigration?: boolean;
	readonly receivedAt: number;
	/** Range of plausible times; `undefined`: any time. Milliseconds since the Unix epoch. */
	readonly plausible: { readonly from: number; readonly to: number } | undefined;
	/** Absent when the sender asked not to use it, or when the site server no longer knows it. */
	readonly address: string | undefined;
	readonly userAgent: string | undefined;
	/** The operator does not count visits from this address. */
	readonly isIgnored: boolean;
	/** The browser asks not to be tracked, and the operator honors that. */
	readonly isOptedOut: boolean;
	/** The parsed user agent. */
	readonly agent: UserAgent | undefined;
	/** Characters of the JSON text. Small requests skip the size check of single events. */
	readonly bodyLength: number;
}

/** The event for the next step, or the reason to drop it. */
export type StepResult = Draft | DropReason;

/**
 * One step of ingest. Returns the event, changed or unchanged, or the reason to drop it.
 *
 * @example
 * const dropTests: Step = (draft) => (draft.event === "test" ? "ignored-address" : draft);
 */
export type Step = (draft: Draft, facts: RequestFacts) => StepResult;

/** Problems of events that are stored nevertheless, with their descriptions for the dashboard. */
export const WARNINGS = {
	"time-unreadable": "Its timestamp is not valid; the time of arrival replaced it",
	"time-from-the-future": "It is more than 23 hours ahead; the time of arrival replaced it",
	"time-out-of-range": "It is ahead, or older than the retention; the time of arrival replaced it",
	"person-profile-not-boolean": "Its $process_person_profile is neither true nor false",
	"merge-with-illegal-id": "It would merge persons by a placeholder, such as null or anonymous",
} as const;

export type Warning = keyof typeof WARNINGS;

export function warned(draft: Draft, warning: Warning): Draft {
	return { ...draft, warnings: [...draft.warnings, warning] };
}
