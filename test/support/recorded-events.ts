import type { Properties } from "../../src/analytics/store/new-event.ts";
import { posthogFixture } from "./posthog-fixtures.ts";

/** An event as a client sent it. */
export interface RecordedEvent {
	readonly uuid: string;
	readonly event: string;
	readonly distinctId: string;
	readonly properties: Properties;
	/** The complete event. */
	readonly raw: Readonly<Record<string, unknown>>;
}

const FILES = [
	"requests-posthog-js-1.215.1.json",
	"requests-posthog-node-4.6.0.json",
	"cors-cross-origin.json",
];

/** All decoded events in the recorded requests of clients. */
export function recordedEvents(): readonly RecordedEvent[] {
	return FILES.flatMap((file) => eventsIn(posthogFixture(file)));
}

function eventsIn(value: unknown): readonly RecordedEvent[] {
	if (typeof value !== "object" || value === null) return [];
	const { event, properties, uuid, distinct_id: id } = value as Record<string, unknown>;
	if (typeof event !== "string" || typeof properties !== "object" || properties === null) {
		return Object.values(value).flatMap(eventsIn);
	}
	// Recorded as JSON.
	const record = properties as Properties;
	return [
		{
			uuid: typeof uuid === "string" ? uuid : "00000000-0000-4000-8000-000000000000",
			event,
			distinctId: String(id ?? record["distinct_id"]),
			properties: record,
			raw: value as Record<string, unknown>,
		},
	];
}
