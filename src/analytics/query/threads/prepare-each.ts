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
 * Node lets go of what it handed over when the statement ends: ten million rows at once are 260 MB,
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
	database.aggregate(name, {
		start: 0,
		varargs: true,
		step: (_, ...row) => {
			visit(row as unknown as Row);
			return 0;
		},
	});
	const named = columns.map((column, index) => `${column} AS c${index}`);
	const handed = columns.map((_, index) => `c${index}`);
	// SQLite keeps the order of a subquery that it aggregates.
	const statement = database.prepare(
		`SELECT ${name}(${handed.join(", ")}) FROM (SELECT ${named.join(", ")} ${rest})`,
	);
	return (...parameters) => void statement.get(...parameters);
}
