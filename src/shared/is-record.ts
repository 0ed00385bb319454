/** A map out of JSON, YAML or TOML, with unread values. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object with keys, and no list. */
export function isRecord(value: unknown): value is JsonRecord {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
