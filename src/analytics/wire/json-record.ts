/** A JSON object with unread values. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value out of `JSON.parse` is an object. */
export function isRecord(value: unknown): value is JsonRecord {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
