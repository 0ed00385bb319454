import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rowsUnder, VARIABLE_TABLES } from "../support/settings-rows.ts";

const ROOT = join(import.meta.dirname, "../..");

test.each([
	...VARIABLE_TABLES,
])("the README lists %s as the code has them", async (heading, rows) => {
	const readme = await readFile(join(ROOT, "README.md"), "utf8");

	expect(rowsUnder(readme, heading)).toEqual(rows);
});

test("every command that the README names is in package.json", async () => {
	const readme = await readFile(join(ROOT, "README.md"), "utf8");
	const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));

	const commands = [...readme.matchAll(/`npm (?:run )?([a-z]+(?:[:-][a-z]+)*)/g)].map(
		([, name]) => name,
	);

	expect(commands).toContain("start");
	expect(Object.keys(scripts)).toEqual(expect.arrayContaining(commands));
});
