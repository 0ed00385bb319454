/** The flag that a part of the site requires. */
export interface FlagCondition {
	readonly key: string;
	/** Required variant; absent: any variant, or a flag that is on. */
	readonly variant?: string | undefined;
}

/** On or off, or the name of a variant. */
export type FlagValue = string | boolean;

/** Key or variant as it can appear in Markdown and YAML: letters, digits and `. _ -`. */
export const FLAG_NAME = /^[\w.-]{1,400}$/;

/**
 * @param value Value of the flag for one visitor; `undefined`: unknown.
 * @example
 * meetsFlag({ key: "layout", variant: "wide" }, "wide"); // true
 */
export function meetsFlag({ variant }: FlagCondition, value: FlagValue | undefined): boolean {
	if (variant === undefined) return value !== undefined && value !== false && value !== "";
	return value === variant;
}
