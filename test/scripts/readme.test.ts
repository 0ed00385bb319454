import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

test("the README has at most 130 lines, and its commands are in package.json", async () => {
	const readme = await readFile(join(ROOT, "README.md"), "utf8");
	const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));

	const commands = [...readme.matchAll(/`npm (?:run )?([a-z]+(?:[:-][a-z]+)*)/g)].map(
		([, name]) => name,
	);

	expect(readme.split("\n").length).toBeLessThanOrEqual(131);
	expect(commands).toContain("start");
	expect(Object.keys(scripts)).toEqual(expect.arrayContaining(commands));
});
