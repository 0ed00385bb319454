import { isRecord, type JsonRecord } from "../../shared/is-record.ts";
import { isUuid } from "./is-uuid.ts";

/** One event of a request, with the field names of old clients resolved. */
export interface CaptureEvent {
	/** Lower case; absent if the event has none. */
	readonly uuid: string | undefined;
	readonly event: string;
	readonly distinctId: string;
	readonly properties: JsonRecord;
	readonly set: JsonRecord;
	readonly setOnce: JsonRecord;
	readonly unset: readonly string[];
	readonly timestamp: unknown;
	readonly offset: unknown;
}

export type EventReading =
	| { readonly kind: "event"; readonly event: CaptureEvent }
	| { readonly kind: "unreadable"; readonly reason: UnreadableReason };

/** Reasons to refuse an event, with the sentence of the response. */
export const UNREADABLE_REASONS = {
	"not-an-object": "failed to hydrate events from request: an event must be an object",
	"no-event-name": "event submitted with an empty event name",
	"no-distinct-id": "event submitted without a distinct_id",
	"malformed-uuid": "failed to parse request: invalid uuid",
} as const;

export type UnreadableReason = keyof typeof UNREADABLE_REASONS;

const MAX_NAME_LENGTH = 200;
const MAX_DISTINCT_ID_LENGTH = 200;

/** Reads one event of an envelope. */
export function readEvent(value: unknown): EventReading {
	if (!isRecord(value)) return unreadable("not-an-object");
	const properties = isRecord(value["properties"]) ? value["properties"] : {};
	const event = readName(value["event"]);
	if (event === undefined) return unreadable("no-event-name");
	const distinctId = readDistinctId(value, properties);
	if (distinctId === undefined) return unreadable("no-distinct-id");
	const uuid = readUuid(value["uuid"]);
	if (uuid === "malformed") return unreadable("malformed-uuid");
	const { timestamp, offset } = value;
	// Different calls of the same client use different levels; the top level overrides the other.
	const set = mergeRecords(properties["$set"], value["$set"]);
	const setOnce = mergeRecords(properties["$set_once"], value["$set_once"]);
	const unset = mergeKeys(properties["$unset"], value["$unset"]);
	return {
		kind: "event",
		event: { uuid, event, distinctId, properties, set, setOnce, unset, timestamp, offset },
	};
}

function readName(value: unknown): string | undefined {
	if (typeof value !== "string" || value.trim() === "") return undefined;
	return cut(value, MAX_NAME_LENGTH);
}

function readDistinctId(event: JsonRecord, properties: JsonRecord): string | undefined {
	return (
		distinctIdText(event["distinct_id"]) ??
		distinctIdText(event["$distinct_id"]) ??
		distinctIdText(properties["distinct_id"])
	);
}

/** @returns The id as text, truncated to 200 characters; `undefined` if it counts as missing. */
export function distinctIdText(value: unknown): string | undefined {
	if (value === undefined || value === null) return undefined;
	const text = typeof value === "string" ? value : JSON.stringify(value);
	if (text.trim() === "") return undefined;
	return cut(text.replaceAll("\0", "\ufffd"), MAX_DISTINCT_ID_LENGTH);
}

function readUuid(value: unknown): string | undefined | "malformed" {
	if (value === undefined || value === null || value === "") return undefined;
	if (typeof value !== "string") return "malformed";
	const uuid = value.toLowerCase();
	if (isUuid(uuid)) return uuid;
	const withHyphens = uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
	return isUuid(withHyphens) ? withHyphens : "malformed";
}

const NOTHING: JsonRecord = {};

function mergeRecords(below: unknown, above: unknown): JsonRecord {
	if (!isRecord(below)) return isRecord(above) ? above : NOTHING;
	return isRecord(above) ? { ...below, ...above } : below;
}

const NO_KEYS: readonly string[] = [];

function mergeKeys(below: unknown, above: unknown): readonly string[] {
	if (below === undefined && above === undefined) return NO_KEYS;
	return [...readKeys(below), ...readKeys(above)];
}

function readKeys(value: unknown): readonly string[] {
	if (!Array.isArray(value)) return [];
	return value.filter((key) => typeof key === "string");
}

/** Truncates between characters, never within a surrogate pair. */
function cut(text: string, maxLength: number): string {
	if (text.length <= maxLength) return text;
	return [...text.slice(0, maxLength * 2)].slice(0, maxLength).join("");
}

function unreadable(reason: UnreadableReason): EventReading {
	return { kind: "unreadable", reason };
}
