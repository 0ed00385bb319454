import type { Interval } from "./stats.ts";

/** One stored event, as lists, the live stream and exports give it. */
export interface DashboardEvent {
	readonly uuid: string;
	readonly event: string;
	readonly distinct_id: string;
	readonly timestamp: string;
	readonly received_at: string;
	readonly properties: Readonly<Record<string, unknown>>;
	readonly set: Readonly<Record<string, unknown>> | null;
	readonly set_once: Readonly<Record<string, unknown>> | null;
	readonly person_id: string;
}

/** `GET /api/v1/events`. */
export interface EventsAnswer {
	readonly results: readonly DashboardEvent[];
	/** Ask again with it for more, also where there are fewer results than the limit. */
	readonly next_cursor: string | null;
}

/** `GET /api/v1/events/{uuid}`. */
export interface EventDetails {
	readonly event: DashboardEvent;
	/** Name of the bot that sent it. */
	readonly bot: string | null;
	/** Number of the session that it belongs to. */
	readonly session: number | null;
	/** `null` when nobody watched while it came in: steps are remembered for the live stream alone. */
	readonly steps: readonly EventStep[] | null;
}

/** What one step of ingest did to an event. */
export interface EventStep {
	/** Such as `remove-private-values`. */
	readonly name: string;
	readonly outcome: "kept" | "changed" | "dropped";
	/** Sentences; empty where nothing changed. Private values are named, never shown. */
	readonly changes: readonly string[];
}

/** `event: dropped` of the live stream. */
export interface LiveDrop {
	readonly reason: string;
	readonly description: string;
	/** Absent when it had none. */
	readonly event: string | null;
	readonly at: string;
	readonly steps: readonly EventStep[];
}

/** `GET /api/v1/events/names`. */
export interface EventNamesAnswer {
	/** The most frequent first. */
	readonly results: readonly { readonly event: string; readonly count: number }[];
}

/** `GET /api/v1/events/properties`. */
export interface EventPropertiesAnswer {
	/** Of how many of the newest events. */
	readonly events: number;
	readonly results: readonly {
		readonly name: string;
		/** How many of those events have it. */
		readonly count: number;
		/** The most frequent values as texts; anything but text is JSON. */
		readonly values: readonly string[];
	}[];
}

/** `GET /api/v1/events/series`. */
export interface EventSeriesAnswer {
	readonly event: string;
	readonly from: string;
	readonly to: string;
	readonly interval: Interval;
	readonly timezone: string;
	readonly total: number;
	/** Beginnings of the points, ISO 8601 in UTC. */
	readonly starts: readonly string[];
	/** One for each point. */
	readonly counts: readonly number[];
	readonly breakdown: {
		readonly property: string;
		/** The most frequent first; `value` is `null` for events without the property. */
		readonly rows: readonly EventSeriesRow[];
		/** All further values together; `null` when there are none. */
		readonly other: Omit<EventSeriesRow, "value"> | null;
	} | null;
	/** Not everything could be read in time: older events of the range are missing. */
	readonly is_partial: boolean;
}

export interface EventSeriesRow {
	readonly value: string | null;
	readonly total: number;
	readonly counts: readonly number[];
}
