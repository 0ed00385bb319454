/** A text as ClickHouse writes it in a statement. */
export function literal(text: string): string {
	return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
