import type { CohortDefinition } from "../definition/cohort-definition.ts";
import type { FlagDefinition } from "../definition/flag-definition.ts";
import type { MatchPattern } from "./pattern-matcher.ts";

type Properties = Readonly<Record<string, unknown>>;

/** The person that flags are evaluated for, with groups and properties. */
export interface FlagSender {
	readonly distinctId: string;
	readonly deviceId: string | undefined;
	/** The earlier anonymous id of an identified person: variants stay the same after `identify()`. */
	readonly anonymousId: string | undefined;
	/** Group type → group key, as in the request. */
	readonly groups: Properties;
	readonly personProperties: Properties;
	/** Group type → properties of the group in `groups`. */
	readonly groupProperties: Readonly<Record<string, Properties>>;
}

export interface FlagContext extends FlagSender {
	/** Type index → name of the group type, such as `{"0": "company"}`. */
	readonly groupTypes: Readonly<Record<string, string>>;
	readonly cohorts: ReadonlyMap<number, CohortDefinition>;
	/** Milliseconds since the Unix epoch. */
	readonly now: number;
	readonly matchPattern: MatchPattern;
}

/** @returns The key of the request's group of that type, if it names one. */
export function groupKeyOf(context: FlagContext, typeIndex: number): string | undefined {
	const name = context.groupTypes[String(typeIndex)];
	if (name === undefined || !Object.hasOwn(context.groups, name)) return undefined;
	const key = context.groups[name];
	if (typeof key === "number") return String(key);
	return typeof key === "string" && key !== "" ? key : undefined;
}

/** @returns The properties of the request's group of that type. */
export function groupPropertiesOf(context: FlagContext, typeIndex: number): Properties {
	const name = context.groupTypes[String(typeIndex)];
	if (name === undefined || !Object.hasOwn(context.groupProperties, name)) return {};
	return context.groupProperties[name] ?? {};
}

/**
 * Finds a property. At a person's first event, initial values (`$initial_referrer`) are not yet stored,
 * so the current value (`$referrer`) counts.
 */
export function findProperty(
	properties: Properties,
	key: string,
): { readonly value: unknown } | undefined {
	const rest = key.startsWith("$initial_") ? key.slice("$initial_".length) : undefined;
	const candidates = rest === undefined ? [key] : [key, `$${rest}`, rest];
	const found = candidates.find((candidate) => Object.hasOwn(properties, candidate));
	return found === undefined ? undefined : { value: properties[found] };
}

/** A flag with everything that its evaluation needs. */
export interface Subject {
	readonly flag: FlagDefinition;
	readonly context: FlagContext;
	/** Returns the value of a dependency. */
	readonly dependencyValue: (flag: string) => string | boolean;
}

/** @returns The text to hash: of the group, the device, or the person. */
export function identifierOf(
	flag: FlagDefinition,
	groupType: number | undefined,
	context: FlagContext,
): string {
	if (groupType !== undefined) return groupKeyOf(context, groupType) ?? "";
	if (flag.bucketing_identifier === "device_id" && context.deviceId) return context.deviceId;
	if (!flag.ensure_experience_continuity) return context.distinctId;
	return context.anonymousId ?? context.distinctId;
}

/** A flag for devices needs a device id; no other id replaces it. */
export function lacksDevice(flag: FlagDefinition, { deviceId }: FlagContext): boolean {
	return flag.bucketing_identifier === "device_id" && !deviceId;
}
