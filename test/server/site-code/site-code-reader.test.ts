import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { loadSiteConfig } from "../../../src/server/content/read-settings.ts";
import { listCodeFolder } from "../../../src/server/site-code/code-folder.ts";
import { SiteCodeReader } from "../../../src/server/site-code/site-code-reader.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const DIST = join(import.meta.dirname, "../../../dist");
const BUILD_THREAD = pathToFileURL(join(DIST, "server/site-code/build-thread.js"));

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

test("a build that failed is tried again when a file outside of the code folders is corrected or added", async () => {
	const folder = await writeSiteFolder({
		"pages/page.tsx": 'import { text } from "../lib/text"; export default () => text;',
		"lib/text.ts": 'export { text } from "./missing";',
	});
	const read = readerOf(folder);

	expect((await read()).problems).toHaveLength(1);
	await writeFile(join(folder, "lib/missing.ts"), "export const text = ;");
	expect((await read()).problems).toMatchObject([{ file: "lib/missing.ts", line: 1 }]);
	await writeFile(join(folder, "lib/missing.ts"), 'export const text = "Corrected";');
	expect((await read()).problems).toEqual([]);
});

test("a build leaves no process behind", async () => {
	const siteFolder = await writeSiteFolder({ "pages/page.tsx": "export default () => null;" });
	const folder = listCodeFolder(siteFolder);
	const sources = { root: join(DIST, "kit"), siteFolder };
	const input = { sources, folder, dataFolder: temporaryFolder(), key: "" };
	// In a process of its own: threads of other tests may end meanwhile.
	const script = `
		const { Worker } = require("node:worker_threads");
		const { execFileSync } = require("node:child_process");
		const [, thread, input] = process.argv;
		const worker = new Worker(new URL(thread));
		worker.postMessage({ id: 1, call: "build", input: JSON.parse(input) });
		worker.once("message", async () => {
			await worker.terminate();
			console.log(String(execFileSync("ps", ["-o", "comm=", "--ppid", String(process.pid)])));
		});`;

	const args = ["-e", script, BUILD_THREAD.href, JSON.stringify(input)];
	const { stdout } = await promisify(execFile)(process.execPath, args);

	expect(stdout).toContain("ps");
	expect(stdout).not.toContain("esbuild");
});

function readerOf(folder: string) {
	const reader = new SiteCodeReader({
		root: join(DIST, "kit"),
		buildThread: BUILD_THREAD,
		dataFolder: temporaryFolder(),
		log: { error: () => undefined, warn: () => undefined },
	});
	const config = loadSiteConfig(folder, {});
	return () => reader.list(folder).read(config);
}
