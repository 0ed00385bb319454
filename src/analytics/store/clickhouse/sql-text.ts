/** Quotes a text for a statement of ClickHouse. */
export function literal(text: string): string {
	return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** Escapes a property's name for a column of type `JSON`, where a dot would separate two levels. */
export function jsonPath(property: string): string {
	return property.replaceAll("%", "%25").replaceAll(".", "%2E");
}

/** @returns A row in ClickHouse's format `TabSeparated`, which is fast to write and to parse. */
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
