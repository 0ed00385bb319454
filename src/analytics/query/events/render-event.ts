import type { StoredEvent } from "../../store/events/event-reader.ts";
import type { DashboardEvent } from "../../wire/dashboard/events.ts";
import { isoTime } from "../api/iso-time.ts";

/** An event as it leaves the service: by export, list or live stream. */
export function renderEvent(event: StoredEvent): DashboardEvent {
	return {
		uuid: event.uuid,
		event: event.event,
		distinct_id: event.distinctId,
		timestamp: isoTime(event.timestamp),
		received_at: isoTime(event.receivedAt),
		properties: event.properties,
		set: event.personChange?.set ?? null,
		set_once: event.personChange?.setOnce ?? null,
		person_id: event.personUuid,
	};
}
