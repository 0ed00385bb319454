import type { DatabaseSync, SQLInputValue } from "node:sqlite";

export interface EachRow {
	/** Of the function in SQL; on one connection, no other that is in use has it. */
	readonly name: string;
	readonly columns: readonly string[];
	/** What follows behind the columns, from `FROM` on; with its order, if it matters. */
	readonly rest: string;
}

/**
 * Prepares a query whose rows are handed to a function, column by column. Nothing is made of a row,
 * and none is kept: `all()` takes three times as long, most of it for the memory that rows take.
 * Node lets go of what it handed over when the statement ends: a million rows at once are 70 MB,
 * so that each run is of a day.
 *
 * @param visit Called with the columns of each row, as the file's STRICT tables have them.
 * @returns What runs it, with the values of its parameters.
 */
export function prepareEach<Row extends readonly unknown[]>(
	database: DatabaseSync,
	visit: (row: Row) => void,
	{ name, columns, rest }: EachRow,
): (...parameters: readonly SQLInputValue[]) => void {
	database.function(name, { varargs: true }, (...row) => {
		// SQLite hands over the columns that are named below, in their order.
		visit(row as unknown as Row);
		return null;
	});
	const named = columns.map((column, index) => `${column} AS c${index}`);
	const handed = columns.map((_, index) => `c${index}`);
	// No row passes, so that one step goes through all of them. The limit keeps the order: without
	// one, a condition is asked before rows are sorted.
	const statement = database.prepare(
		`SELECT 1 FROM (SELECT ${named.join(", ")} ${rest} LIMIT -1) WHERE ${name}(${handed.join(", ")})`,
	);
	return (...parameters) => void statement.get(...parameters);
}
