/** A number in a column that may be empty. */
export function numberOf(column: unknown): number | undefined {
	return typeof column === "number" ? column : undefined;
}
