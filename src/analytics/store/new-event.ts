import type { VisitTrait } from "../protocol/visit-traits.ts";

/** JSON object with unchecked values; a key with `undefined` counts as absent. */
export type Properties = Readonly<Record<string, unknown>>;

/** An event that has passed every ingest step. */
export interface NewEvent {
	/** Lower case, with hyphens; unique in the project. */
	readonly uuid: string;
	readonly event: string;
	readonly distinctId: string;
	/** When it happened, by the server's clock. Milliseconds since the Unix epoch. */
	readonly timestamp: number;
	readonly receivedAt: number;
	readonly properties: Properties;
	/** Changes that the sender requested. Stored with the event even if no person is stored. */
	readonly personChange: PersonChange | undefined;
	/** Changes to persons; absent for events without a stored person. */
	readonly person: PersonAction | undefined;
	/** Groups of the event, with their new properties. */
	readonly groups: readonly GroupChange[];
	/** Name of the bot that sent it. Bots are stored, but never counted as visitors. */
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

/** `identify` and `alias` do not merge another person who is identified already; `force` does. */
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
	/** Number of the client's session, which defines the session wherever midnight falls. */
	readonly session?: number | undefined;
	/** Number of the visitor, valid for one day (UTC); absent: the distinct id identifies the visitor. */
	readonly visitor?: number | undefined;
	/** Path with the query parameters that may be stored. Only for views. */
	readonly page: string | undefined;
	/** HTTP status of the page that was shown, as text. Only for views. */
	readonly status: string | undefined;
	readonly traits: VisitTraits;
}

/** Traits of a session, from its first event. Absent: unknown or not sent. */
export type VisitTraits = Readonly<Partial<Record<VisitTrait, string | undefined>>>;

export interface WriteOutcome {
	readonly stored: number;
	/** Events whose UUID was stored before. */
	readonly repeated: number;
}
