import type { GroupChange, PersonAction, Visit } from "../store/events/new-event.ts";
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
	readonly receivedAt: number;
	/** Absent when the sender asked not to use it. */
	readonly address: string | undefined;
	readonly userAgent: string | undefined;
	/** It comes from an address whose visits the owner does not want to be counted. */
	readonly isIgnored: boolean;
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

/** Things worth counting about events that are stored all the same. */
export const WARNINGS = [
	"time-unreadable",
	"time-from-the-future",
	"person-profile-not-boolean",
	"merge-with-illegal-id",
] as const;

export type Warning = (typeof WARNINGS)[number];

export function warned(draft: Draft, warning: Warning): Draft {
	return { ...draft, warnings: [...draft.warnings, warning] };
}
