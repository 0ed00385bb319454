import type { NewEvent, Properties } from "./new-event.ts";

/** Properties in two parts: a template that many events share, and the values that they do not. */
export interface PackedProperties {
	/** JSON, the same text for all events of one shape. */
	readonly template: string;
	/** JSON array: the values of the template's keys, in order. */
	readonly values: string;
}

interface Template {
	/** Keys with their values, as they are. */
	readonly constants: Properties;
	/** Keys whose value is the event's UUID. */
	readonly uuid: readonly string[];
	/** Keys whose value is the event's distinct id. */
	readonly distinctId: readonly string[];
	/** Keys whose values stand in the array. */
	readonly keys: readonly string[];
}

/** Who an event says it is; several properties only repeat it. */
export type EventIdentity = Pick<NewEvent, "uuid" | "distinctId">;

/**
 * Keys whose values come from a short list: what the browser is, how the client is set up,
 * which flags are on. A value outside the list would only cost its own bytes, so this need not be exact.
 */
const CONSTANT_KEYS: ReadonlySet<string> = new Set([
	"token",
	"$lib",
	"$lib_version",
	"$os",
	"$os_version",
	"$browser",
	"$browser_version",
	"$browser_language",
	"$browser_language_prefix",
	"$device_type",
	"$timezone",
	"$host",
	"$recording_status",
	"$configured_session_timeout_ms",
	"$lib_custom_api_host",
	"$sdk_dist_channel",
	"$config_defaults",
	"$browser_type",
	"$event_type",
	"$ce_version",
	"$screen_width",
	"$screen_height",
	"utm_source",
	"utm_medium",
	"utm_campaign",
	"$active_feature_flags",
	"$feature_flag_payloads",
	"$web_vitals_allowed_metrics",
	"$replay_minimum_duration",
	"$session_recording_network_payload_capture",
	"$session_recording_canvas_recording",
]);

/** The client repeats every flag's value under a key of its own. */
const FLAG_KEY_PREFIX = "$feature/";

/** Splits off what an event shares with others, so that it is stored once for all of them. */
export function packProperties(properties: Properties, identity: EventIdentity): PackedProperties {
	const constants: Record<string, unknown> = {};
	const uuid: string[] = [];
	const distinctId: string[] = [];
	const keys: string[] = [];
	const values: unknown[] = [];
	for (const key of Object.keys(properties)) {
		const value = properties[key];
		if (value === undefined) continue;
		const kind = kindOf(constantsOnly(key), value, identity);
		if (kind === "constant") constants[key] = value;
		else if (kind === "uuid") uuid.push(key);
		else if (kind === "distinctId") distinctId.push(key);
		else {
			keys.push(key);
			values.push(value);
		}
	}
	const template: Template = { constants, uuid, distinctId, keys };
	return { template: JSON.stringify(template), values: JSON.stringify(values) };
}

/** Stands for properties that are not split. */
const WHOLE_TEMPLATE = "whole";

/** For events whose shape no other event shares: a template of their own would only be kept longer. */
export function packWhole(properties: Properties): PackedProperties {
	return { template: WHOLE_TEMPLATE, values: JSON.stringify(properties) };
}

/** Stands for properties that are not split, with the event's name beside them. */
const NAMED_TEMPLATE = "named";

/** For events whose name is not stored with the others: it is kept as long as they are. */
export function packNamed(event: string, properties: Properties): PackedProperties {
	return { template: NAMED_TEMPLATE, values: JSON.stringify([event, properties]) };
}

/** @returns The name that `packNamed()` put beside the properties, if it did. */
export function unpackName({ template, values }: PackedProperties): string | undefined {
	if (template !== NAMED_TEMPLATE) return undefined;
	return readNamed(values)[0];
}

/** The text was written by `packNamed()`. */
function readNamed(values: string): readonly [event: string, properties: Properties] {
	return JSON.parse(values) as [string, Properties];
}

/** Puts together again what `packProperties()` took apart; the order of keys may differ. */
export function unpackProperties(packed: PackedProperties, identity: EventIdentity): Properties {
	if (packed.template === NAMED_TEMPLATE) return readNamed(packed.values)[1];
	// Texts were written by the functions above.
	if (packed.template === WHOLE_TEMPLATE) return JSON.parse(packed.values) as Properties;
	const template = JSON.parse(packed.template) as Template;
	const values = JSON.parse(packed.values) as readonly unknown[];
	return {
		...template.constants,
		...Object.fromEntries(template.uuid.map((key) => [key, identity.uuid])),
		...Object.fromEntries(template.distinctId.map((key) => [key, identity.distinctId])),
		...Object.fromEntries(template.keys.map((key, index) => [key, values[index]])),
	};
}

/** Where a property's value is kept. */
export type PropertyKind = "constant" | "uuid" | "distinctId" | "varying";

/** @param isConstantKey What `constantsOnly()` says of the key. */
export function kindOf(
	isConstantKey: boolean,
	value: unknown,
	{ uuid, distinctId }: EventIdentity,
): PropertyKind {
	if (isConstantKey || value === null || typeof value === "boolean") return "constant";
	if (value === uuid) return "uuid";
	return value === distinctId ? "distinctId" : "varying";
}

/** Whether all values of a key are constants, whatever they are. */
export function constantsOnly(key: string): boolean {
	return CONSTANT_KEYS.has(key) || key.startsWith(FLAG_KEY_PREFIX);
}
