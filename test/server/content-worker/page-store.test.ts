import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { KnownPages } from "../../../src/server/content/revision.ts";
import { PageStore } from "../../../src/server/content-worker/page-store.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { revisionOf } from "../content/revision-of.ts";

/** More than are written at once. */
const MANY = 120;

test("what was parsed comes back as it was, bodies included", async () => {
	const known = await knownPages();
	const dataFolder = temporaryFolder();

	await storeIn(dataFolder).write(known);

	expect(storeIn(dataFolder).read()).toEqual(known);
	expect(await readdir(dataFolder)).toEqual(["parsed-pages"]);
});

test("what was parsed by another build, or from another folder, counts as absent", async () => {
	const dataFolder = temporaryFolder();
	await storeIn(dataFolder).write(await knownPages());

	expect(storeIn(dataFolder, { buildId: "other" }).read()).toBeUndefined();
	expect(storeIn(dataFolder, { siteFolder: "/other" }).read()).toBeUndefined();
});

test.each([0, 3, 100, 20_000])("a file that ends %i bytes early counts as absent", async (cut) => {
	const dataFolder = temporaryFolder();
	await storeIn(dataFolder).write(await knownPages());
	const file = join(dataFolder, "parsed-pages");
	const bytes = await readFile(file);

	await writeFile(file, bytes.subarray(0, bytes.length - cut));

	expect(storeIn(dataFolder).read() === undefined).toBe(cut > 0);
});

async function knownPages(): Promise<KnownPages> {
	const files = Array.from({ length: MANY }, (_, index) => [
		`p${index}.md`,
		`---\ntitle: Page ${index}\n---\n\n## Part {#part}\n\n[a](p0.md)\n`,
	]);
	const { parsed, iconsState, config } = await revisionOf({
		...Object.fromEntries(files),
		"broken.md": "---\ntitle: [open\n---\n",
		"api.md": "---\nopenapi: api.yaml\n---\n",
		"api.yaml": "{ openapi: 3.1.0, paths: { /a: { get: {} }, /b: { get: {} } } }",
	});
	return { parsed, iconsState, markdown: config.markdown };
}

function storeIn(dataFolder: string, other: Partial<{ buildId: string; siteFolder: string }> = {}) {
	return new PageStore({ dataFolder, buildId: "build", siteFolder: "/site", ...other });
}
