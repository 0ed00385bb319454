import type { PersonChange, Properties } from "../new-event.ts";

/** A person with all of their distinct ids. */
export interface Person extends PersonRecord {
	readonly distinctIds: readonly string[];
}

/** Row of a person: all fields that an event can change. */
export interface PersonRecord {
	/** Row number. */
	readonly id: number;
	readonly uuid: string;
	readonly createdAt: number;
	/** Only a forced merge can merge an identified person into another. */
	readonly isIdentified: boolean;
	readonly properties: Properties;
}

/** These change with every page view. They are not worth a write alone. */
const VOLATILE_PROPERTIES: ReadonlySet<string> = new Set([
	"$current_url",
	"$pathname",
	"$referrer",
	"$referring_domain",
	"$screen_height",
	"$screen_width",
	"$viewport_height",
	"$viewport_width",
	"$browser",
	"$browser_version",
	"$os",
	"$os_version",
	"$device_type",
]);

/** @returns The new properties, or `undefined` if no change is worth a write. */
export function applyPersonChange(
	properties: Properties,
	{ set, setOnce, unset }: PersonChange,
): Properties | undefined {
	const next: Record<string, unknown> = { ...setOnce, ...properties, ...set };
	for (const key of unset) delete next[key];
	const isWorthIt = (key: string): boolean =>
		!(key in properties) || (!VOLATILE_PROPERTIES.has(key) && !isSame(properties[key], next[key]));
	const changed = Object.keys(next).some(isWorthIt) || unset.some((key) => key in properties);
	return changed ? next : undefined;
}

/** Merges `other` into `target`. The properties of `target` win. */
export function mergePersons(target: PersonRecord, other: PersonRecord): PersonRecord {
	return {
		...target,
		createdAt: Math.min(target.createdAt, other.createdAt),
		properties: { ...other.properties, ...target.properties },
	};
}

function isSame(left: unknown, right: unknown): boolean {
	return left === right || JSON.stringify(left) === JSON.stringify(right);
}
