import type { DashboardEvent } from "../../api-types/events.ts";
import type { StoredEvent } from "../../store/events/event-reader.ts";

/** Renders an event for export, list and live stream. */
export function renderEvent(event: StoredEvent): DashboardEvent {
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
