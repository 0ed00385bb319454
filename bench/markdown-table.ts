/** @returns The lines of a Markdown table; empty without rows. */
export function markdownTable(
	head: readonly string[],
	rows: readonly (readonly string[])[],
): readonly string[] {
	if (rows.length === 0) return [];
	return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

/** Rounds to a whole number with separators, such as `12,345`. */
export function formatCount(value: number): string {
	return Math.round(value).toLocaleString("en-US");
}
