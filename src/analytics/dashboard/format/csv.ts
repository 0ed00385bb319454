/** A spreadsheet would run a cell that begins like this, and names of events come from anyone. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** @returns A file in the form of RFC 4180 with its names in the first line. */
export function renderCsv(
	columns: readonly string[],
	rows: readonly (readonly (string | number | null)[])[],
): string {
	return [columns, ...rows].map((row) => `${row.map(renderCell).join(",")}\r\n`).join("");
}

function renderCell(value: string | number | null): string {
	if (value === null) return "";
	const text = String(value);
	const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
