import type { DatabaseSync, SQLInputValue, SQLOutputValue } from "node:sqlite";

/** SQLite reads `undefined` as `NULL`; Node's types do not allow it. */
type SqlFunction = (...columns: SQLOutputValue[]) => null;

export interface EachRow {
	/** Name of the SQL function, unique among the functions in use on the connection. */
	readonly name: string;
	readonly columns: readonly string[];
	/** SQL after the columns, from `FROM` on; with `ORDER BY` if the order matters. */
	readonly rest: string;
}

/**
 * Prepares a query that calls a function with the columns of each row. Creates no object for a row:
 * `all()` takes three times as long, mostly to allocate memory.
 * Node frees the values when the statement ends: a million rows are 70 MB,
 * so run it day by day.
 *
 * @param visit Called with the columns of each row, as the file's STRICT tables have them.
 * @returns A function that runs the query with parameters.
 */
export function prepareEach<Row extends readonly unknown[]>(
	database: DatabaseSync,
	visit: (...columns: Row) => undefined,
	{ name, columns, rest }: EachRow,
): (...parameters: readonly SQLInputValue[]) => void {
	// SQLite passes the columns in the order below. Their types are unknown to Node.
	database.function(name, { varargs: true }, visit as unknown as SqlFunction);
	const named = columns.map((column, index) => `${column} AS c${index}`);
	const handed = columns.map((_, index) => `c${index}`);
	// No row passes, so one step visits all of them. The limit keeps the order: without
	// one, SQLite evaluates the condition before it sorts.
	const statement = database.prepare(
		`SELECT 1 FROM (SELECT ${named.join(", ")} ${rest} LIMIT -1) WHERE ${name}(${handed.join(", ")})`,
	);
	return (...parameters) => {
		statement.get(...parameters);
	};
}
