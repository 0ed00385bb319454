import type { PersonChange, Properties } from "../new-event.ts";

/** The merged identity behind one or more distinct ids. */
export interface Person extends PersonRecord {
	readonly distinctIds: readonly string[];
}

/** What is kept of a person in one row: all that an event can change. */
export interface PersonRecord {
	/** Row number. */
	readonly id: number;
	readonly uuid: string;
	readonly createdAt: number;
	/** Once identified, only a forced merge can fold this person into another. */
	readonly isIdentified: boolean;
	readonly properties: Properties;
}

/** Change with every page view; alone they are not worth a write. */
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

/** @returns The new properties, or `undefined` when nothing changed that is worth a write. */
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

/** Folds `other` into `target`; where both know a property, the target is right. */
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
