/** Spreadsheets run a cell that begins with one of these characters as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Writes one row of CSV.
 *
 * Anyone can send events, and spreadsheets run cells that look like formulas. Such a cell gets an
 * apostrophe, which spreadsheets hide.
 *
 * @see RFC 4180, section 2
 */
export function csvRow(cells: readonly (string | number | null)[]): string {
	return `${cells.map((cell) => csvCell(String(cell ?? ""))).join(",")}\r\n`;
}

function csvCell(text: string): string {
	const safe = FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
	return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
