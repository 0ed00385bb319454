import * as z from "zod";
import type { StoredEvent } from "../../store/events/event-reader.ts";

const properties = z.record(z.string(), z.unknown());

/** An event as it leaves the house, by export, list or live stream, and as an import takes it back. */
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

export type RenderedEvent = z.infer<typeof eventSchema>;

export function renderEvent(event: StoredEvent): RenderedEvent {
	return {
		uuid: event.uuid,
		event: event.event,
		distinct_id: event.distinctId,
		timestamp: new Date(event.timestamp).toISOString(),
		received_at: new Date(event.receivedAt).toISOString(),
		properties: event.properties,
		set: event.personChange?.set ?? null,
		set_once: event.personChange?.setOnce ?? null,
		person_id: event.personUuid,
	};
}
