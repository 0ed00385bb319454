/**
 * A property as questions compare it.
 *
 * @returns A text as it is, any other value as JSON, and `undefined` for null or an absent property.
 */
export function propertyText(value: unknown): string | undefined {
	if (value === null) return undefined;
	return typeof value === "string" ? value : JSON.stringify(value);
}
