/** A spreadsheet takes a cell that begins with one of these for a formula, and runs it. */
const FORMULA_START = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Writes one row of CSV.
 *
 * Events come from anyone, and a spreadsheet would run what looks like a formula: such a
 * cell gets an apostrophe, which spreadsheets hide.
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
