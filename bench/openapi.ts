import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { performance } from "node:perf_hooks";
import { loadRevision } from "../src/server/content/load-revision.ts";

/** Makes the API reference of each file, and prints its figures: `node bench/openapi.ts FILE…`. */
async function measureDescriptions(files: readonly string[]): Promise<void> {
	console.log("| File | Pages | Operations and schemas | All pages | Largest page | Problems |");
	console.log("| --- | --- | --- | --- | --- | --- |");
	for (const file of files) console.log(`| ${(await measure(file)).join(" | ")} |`);
}

async function measure(file: string): Promise<readonly string[]> {
	const siteFolder = await mkdtemp(join(tmpdir(), "loggia-openapi-"));
	try {
		await copyFile(file, join(siteFolder, basename(file)));
		await mkdir(join(siteFolder, "pages"));
		await writeFile(join(siteFolder, "site.yaml"), `openapi: ${basename(file)}\n`);
		const start = performance.now();
		const { pages, problems } = await loadRevision({ siteFolder, environment: {} });
		const seconds = (performance.now() - start) / 1000;
		const parts = [...pages.values()].filter(({ path }) => path !== "/api");
		const sizes = [...pages.values()].map(({ html }) => Buffer.byteLength(html));
		const shown = parts.flatMap(({ headings }) => headings.filter(({ level }) => level === 2));
		if (process.env["SHOW"]) for (const problem of problems) console.log(problem);
		return [
			basename(file),
			String(pages.size),
			String(shown.length),
			`${seconds.toFixed(1)} s`,
			`${Math.round(Math.max(...sizes) / 1000)} kB`,
			String(problems.length),
		];
	} finally {
		await rm(siteFolder, { recursive: true, force: true });
	}
}

await measureDescriptions(process.argv.slice(2));
