import * as z from "zod";
import type { AnswerOf } from "./answer-of.ts";

const properties = z.record(z.string(), z.unknown());

/** One stored event in lists, the live stream, exports and imports. */
export const eventSchema = z.object({
	uuid: z.guid(),
	event: z.string(),
	distinct_id: z.string(),
	timestamp: z.iso.datetime().describe("When it happened, by the service's clock"),
	received_at: z.iso.datetime(),
	properties,
	set: properties.nullable().describe("What it set on the person; null where it set nothing"),
	set_once: properties.nullable(),
	person_id: z.guid().describe("Present even where no person is kept"),
});

export type DashboardEvent = AnswerOf<typeof eventSchema>;

/** `GET /api/v1/events`. */
export const eventsAnswer = z.object({
	results: z.array(eventSchema),
	next_cursor: z
		.string()
		.nullable()
		.describe("Ask again with it for more, also where there are fewer results than the limit"),
});

export type EventsAnswer = AnswerOf<typeof eventsAnswer>;

const stepSchema = z.object({
	name: z.string().describe("Of a step of ingest, such as remove-private-values"),
	outcome: z.enum(["kept", "changed", "dropped"]),
	changes: z.array(z.string()).describe("Sentences; private values are named, never shown"),
});

export type EventStep = AnswerOf<typeof stepSchema>;

/** `GET /api/v1/events/{uuid}`. */
export const eventDetails = z.object({
	event: eventSchema,
	bot: z.string().nullable().describe("Name of the bot that sent it"),
	session: z
		.int()
		.nullable()
		.describe("Number of its session; of an event of a server, its person's browser's that day"),
	steps: z
		.array(stepSchema)
		.nullable()
		.describe("null unless the live stream was open when it came in"),
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
	events: z.int().describe("Of how many of the newest events"),
	results: z.array(
		z.object({
			name: z.string(),
			count: z.int().describe("How many of those events have it"),
			values: z.array(z.string()).describe("The most frequent as texts; anything else is JSON"),
		}),
	),
});

export type EventPropertiesAnswer = AnswerOf<typeof eventPropertiesAnswer>;
