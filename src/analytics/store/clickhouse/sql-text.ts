/** A text as ClickHouse writes it in a statement. */
export function literal(text: string): string {
	return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** Name of a path in a column of type `JSON`, in which a dot would lead a level down. */
export function jsonPath(property: string): string {
	return property.replaceAll("%", "%25").replaceAll(".", "%2E");
}
