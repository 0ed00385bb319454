import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { SiteCodeReader } from "../../../src/server/code/site-code-reader.ts";
import { loadSiteConfig } from "../../../src/server/content/read-settings.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const DIST = join(import.meta.dirname, "../../../dist");

test.each([
	["that compiles", "export default () => null;", 0],
	["that does not compile", "export default ;", 1],
	["that throws when it is loaded", 'import "../lib/fail"; export default () => null;', 1],
])("a module %s is built once", async (_, source, problemCount) => {
	const folder = await writeSiteFolder({
		"pages/page.tsx": source,
		"lib/fail.ts": 'throw new Error("It fails");',
	});
	const read = readerOf(folder);

	const first = await read();

	expect(first.problems).toHaveLength(problemCount);
	expect(await read()).toBe(first);
});

test.each([
	"pages/page.tsx",
	"lib/text.ts",
])("a save of %s during a build is built next", async (file) => {
	const folder = await writeSiteFolder({
		"pages/page.tsx": 'import { text } from "../lib/text"; export default () => text;',
		"lib/text.ts": 'export const text = "Before";',
	});
	const read = readerOf(folder);
	await read();
	await writeFile(join(folder, "pages/other.tsx"), "export default () => null;");
	const building = read();

	await writeFile(
		join(folder, file),
		'export const text = "Saved meanwhile"; export default () => text;',
	);

	const built = await building;
	expect(await read()).not.toBe(built);
});

test("a build leaves no process behind", async () => {
	const read = readerOf(await writeSiteFolder({ "pages/page.tsx": "export default () => null;" }));

	await read();

	const children = ["-o", "stat=,comm=", "--ppid", `${process.pid}`];
	const list = async (): Promise<string> => (await promisify(execFile)("ps", children)).stdout;
	await expect.poll(list).not.toMatch(/^Z.*esbuild/m);
});

function readerOf(folder: string) {
	const reader = new SiteCodeReader({
		root: join(DIST, "kit"),
		buildThread: pathToFileURL(join(DIST, "server/code/build-thread.js")),
		dataFolder: temporaryFolder(),
		log: { error: () => undefined, warn: () => undefined },
	});
	const config = loadSiteConfig(folder, {});
	return () => reader.list(folder).read(config);
}
