import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { prepareEach } from "../../../src/analytics/store/database/prepare-each.ts";

test("prepareEach() hands over every row in the order of its query, and asks for others meanwhile", () => {
	const database = new DatabaseSync(":memory:");
	onTestFinished(() => database.close());
	database.exec(`
		CREATE TABLE numbers (number INTEGER, name TEXT) STRICT;
		INSERT INTO numbers VALUES (2, 'two'), (3, NULL), (1, 'one'), (4, 'four');
	`);
	const other = database.prepare("SELECT count(*) AS count FROM numbers WHERE number < ?");
	const rows: unknown[] = [];
	const each = prepareEach(
		database,
		(number: number, name: string | null) => {
			rows.push([number, name, other.get(number)?.["count"]]);
		},
		{
			name: "each_number",
			columns: ["number", "name"],
			rest: "FROM numbers WHERE number < ? ORDER BY number DESC",
		},
	);

	each(4);
	each(2);

	expect(rows).toEqual([
		[3, null, 2],
		[2, "two", 1],
		[1, "one", 0],
		[1, "one", 0],
	]);
});

test("what a visit throws ends the query", () => {
	const database = new DatabaseSync(":memory:");
	onTestFinished(() => database.close());
	const each = prepareEach(
		database,
		() => {
			throw new RangeError("No more");
		},
		{ name: "each_one", columns: ["1"], rest: "" },
	);

	expect(() => each()).toThrow("No more");
});
