import { join } from "node:path";
import { expect, test } from "vitest";
import { complaintsAbout, readBudget } from "../../scripts/size/budget.ts";
import { measureBuild } from "../../scripts/size/measure-build.ts";
import { measureReactAlone } from "../../scripts/size/react-alone.ts";

const ROOT = join(import.meta.dirname, "../..");

test("no entry and no chunk of the build weighs more than its budget", async () => {
	const sizes = await measureBuild(ROOT);

	expect(complaintsAbout(sizes, await readBudget(ROOT))).toEqual([]);
});

test("a first view stays light: styles of 12 KB at most", async () => {
	const sizes = await measureBuild(ROOT);

	expect(sizes["first view, styles"]).toBeGreaterThan(1000);
	expect(sizes["first view, styles"]).toBeLessThanOrEqual(12_000);
});

test("its scripts weigh 120 % of React and its data router alone at most", async () => {
	const sizes = await measureBuild(ROOT);
	const reactAlone = await measureReactAlone(ROOT);

	expect(reactAlone).toBeGreaterThan(50_000);
	expect(sizes["first view, scripts"]).toBeLessThanOrEqual(1.2 * reactAlone);
});

test("what is heavier, new or gone is named", () => {
	const complaints = complaintsAbout({ a: 11, b: 5, c: 1 }, { a: 10, b: 5, d: 1 });

	expect(complaints).toEqual([
		'"a" must have at most 10 bytes: its size is 11',
		'The budget must name "c": its size is 1 bytes',
		'The budget names "d", which the build does not have',
	]);
});
