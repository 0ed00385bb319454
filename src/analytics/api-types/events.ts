import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";

const properties = z.record(z.string(), z.unknown());

/** One stored event in lists, the live stream, exports and imports. */
export const eventSchema = z.object({
	uuid: z.guid(),
	event: z.string(),
	distinct_id: z.string(),
	timestamp: z.iso.datetime().describe("Time of the event, by the service's clock"),
	received_at: z.iso.datetime(),
	properties,
	set: properties.nullable().describe("Properties that it sets on the person; null: none"),
	set_once: properties.nullable(),
	person_id: z.guid().describe("Present even if no person is stored"),
});

export type DashboardEvent = AnswerOf<typeof eventSchema>;

/** `GET /api/v1/events`. */
export const eventsAnswer = z.object({
	results: z.array(eventSchema),
	next_cursor: z
		.string()
		.nullable()
		.describe("Cursor of the next page, even after fewer results than the limit; null: last page"),
});

export type EventsAnswer = AnswerOf<typeof eventsAnswer>;

const stepSchema = z.object({
	name: z.string().describe("Name of a step of ingest, such as remove-private-values"),
	outcome: z.enum(["kept", "changed", "dropped"]),
	changes: z.array(z.string()).describe("One sentence for each change, without private values"),
});

export type EventStep = AnswerOf<typeof stepSchema>;

/** `GET /api/v1/events/{uuid}`. */
export const eventDetails = z.object({
	event: eventSchema,
	bot: z.string().nullable().describe("Name of the bot that sent it"),
	session: z.int().nullable().describe("Number of the client's session"),
	steps: z
		.array(stepSchema)
		.nullable()
		.describe("null unless the live stream was open when the event arrived"),
});

export type EventDetails = AnswerOf<typeof eventDetails>;

/** Data of `event: dropped` of the live stream. */
export interface LiveDrop {
	readonly reason: string;
	readonly description: string;
	/** Name of the event; `null` if it had none. */
	readonly event: string | null;
	readonly at: string;
	readonly steps: readonly EventStep[];
}

/** `GET /api/v1/events/names`. */
export const eventNamesAnswer = z.object({
	results: z.array(z.object({ event: z.string(), count: z.int() })),
});

export type EventNamesAnswer = AnswerOf<typeof eventNamesAnswer>;

/** `GET /api/v1/events/properties`. */
export const eventPropertiesAnswer = z.object({
	events: z.int().describe("Number of newest events that were read"),
	results: z.array(
		z.object({
			name: z.string(),
			count: z.int().describe("Number of these events with the property"),
			values: z.array(z.string()).describe("The most frequent; as JSON unless they are text"),
		}),
	),
});

export type EventPropertiesAnswer = AnswerOf<typeof eventPropertiesAnswer>;
