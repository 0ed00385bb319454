/**
 * A property as questions compare it.
 *
 * @returns A text as it is, anything else as JSON, and `undefined` for what is null or not there.
 */
export function propertyText(value: unknown): string | undefined {
	if (value === null) return undefined;
	return typeof value === "string" ? value : JSON.stringify(value);
}
