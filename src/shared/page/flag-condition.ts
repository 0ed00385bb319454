/** The flag that a part of the site requires. */
export interface FlagCondition {
	readonly key: string;
	/** The required variant; absent: any variant, and a flag that is on. */
	readonly variant?: string | undefined;
}

/** On or off, or the name of a variant. */
export type FlagValue = string | boolean;

/** Letters, digits and `. _ -`: a key or a variant as it can stand in Markdown and in YAML. */
export const FLAG_NAME = /^[\w.-]{1,400}$/;

/**
 * @param value Of the flag for one visitor; `undefined` when nothing is known of it.
 * @example
 * meetsFlag({ key: "layout", variant: "wide" }, "wide"); // true
 */
export function meetsFlag({ variant }: FlagCondition, value: FlagValue | undefined): boolean {
	if (variant === undefined) return value !== undefined && value !== false && value !== "";
	return value === variant;
}
