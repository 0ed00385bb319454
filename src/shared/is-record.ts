/** A map from JSON, YAML or TOML, with unchecked values. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object with keys, not an array. */
export function isRecord(value: unknown): value is JsonRecord {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
