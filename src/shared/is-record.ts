/** Whether a value is an object with keys, and no list: of JSON, YAML and TOML, a map. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
