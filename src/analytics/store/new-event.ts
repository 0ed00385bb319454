import type { VisitTrait } from "../wire/visit-traits.ts";

/** JSON object with unread values; a key with `undefined` counts as absent. */
export type Properties = Readonly<Record<string, unknown>>;

/** An event that has passed every ingest step. */
export interface NewEvent {
	/** Lower case, with hyphens; unique in the project. */
	readonly uuid: string;
	readonly event: string;
	readonly distinctId: string;
	/** When it happened, by our clock. Milliseconds since the Unix epoch. */
	readonly timestamp: number;
	readonly receivedAt: number;
	readonly properties: Properties;
	/** What the sender asked to change; it travels with the event even where no person is kept. */
	readonly personChange: PersonChange | undefined;
	/** What to do to persons; absent for events that keep none. */
	readonly person: PersonAction | undefined;
	/** Groups that the event names, with what it says about them. */
	readonly groups: readonly GroupChange[];
	/** Name of the bot that sent it; bots are stored but never counted as visitors. */
	readonly bot: string | undefined;
	/** Present when the event is part of a visit to the site. */
	readonly visit: Visit | undefined;
}

export interface PersonChange {
	readonly set: Properties;
	readonly setOnce: Properties;
	readonly unset: readonly string[];
}

export interface PersonAction {
	readonly change: PersonChange;
	readonly merge: PersonMerge | undefined;
}

/** `identify` and `alias` spare persons who are already identified; `force` does not. */
export interface PersonMerge {
	readonly kind: "identify" | "alias" | "force";
	readonly otherDistinctId: string;
}

export interface GroupChange {
	readonly type: string;
	readonly key: string;
	readonly set: Properties;
}

export interface Visit {
	/** Sixteen bytes that mean nothing once the day's salt is gone. */
	readonly visitor: Uint8Array;
	/** Whether the client tells visitors apart: a session of theirs does not end at midnight. */
	readonly isOfClient?: boolean;
	/** The same of the client's session, which decides where the client tells visitors apart. */
	readonly session?: Uint8Array | undefined;
	/** Another visitor that turns out to be this one, if the persons of both are one. */
	readonly alias?: Uint8Array | undefined;
	/** Whether it is a page view, which is what visits are counted by. */
	readonly isView: boolean;
	/** Path with the query parameters that may be kept. Counts for views alone. */
	readonly page: string | undefined;
	/** HTTP status of the page that was shown, as text. Counts for views alone. */
	readonly status: string | undefined;
	readonly traits: VisitTraits;
}

/** What the first event of a session says about all of it. Absent: unknown or not given. */
export type VisitTraits = Readonly<Partial<Record<VisitTrait, string | undefined>>>;

export interface WriteOutcome {
	readonly stored: number;
	/** Events whose UUID was already there. */
	readonly repeated: number;
}
