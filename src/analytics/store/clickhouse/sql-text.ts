/** A text as ClickHouse writes it in a statement. */
export function literal(text: string): string {
	return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** Name of a path in a column of type `JSON`, in which a dot would lead a level down. */
export function jsonPath(property: string): string {
	return property.replaceAll("%", "%25").replaceAll(".", "%2E");
}

/** @returns A row as ClickHouse reads it in its format `TabSeparated`: quick to write, and to read. */
export function tabSeparated(fields: readonly (string | number | null)[]): string {
	return `${fields.map(fieldOf).join("\t")}\n`;
}

function fieldOf(value: string | number | null): string | number {
	if (typeof value === "number") return value;
	if (value === null) return "\\N";
	return SPECIAL.test(value)
		? value.replaceAll(ALL_SPECIAL, (character) => ESCAPES[character] ?? "")
		: value;
}

const ESCAPES: Readonly<Record<string, string>> = {
	"\\": "\\\\",
	"\t": "\\t",
	"\n": "\\n",
	"\r": "\\r",
	"\0": "\\0",
};
const SPECIAL = /[\\\t\n\r\0]/;
const ALL_SPECIAL = new RegExp(SPECIAL, "g");
