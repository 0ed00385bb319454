import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { BROWSER_OPTIONS } from "../../src/server/site-code/bundle/common-options.ts";
import { precompressed } from "../../src/server/site-code/bundle/precompressed.ts";
import { parseBuildManifest } from "../../src/shared/builds/build-manifest.ts";

const SCRIPT = "client/_nuxt/bare-hydrate.js";

/**
 * Copies the build, and replaces the app's entry with an entry that has only React and its router. The
 * server serves the same documents in the same way, and the entry hydrates the same tree.
 *
 * @returns The folder; the caller removes it.
 */
export async function createBareBuild(root: string): Promise<string> {
	// Inside the project, where the build finds its packages.
	const cache = join(root, "node_modules/.cache");
	await mkdir(cache, { recursive: true });
	const folder = await mkdtemp(join(cache, "bare-build-"));
	await cp(join(root, "dist"), folder, { recursive: true });
	const script = { path: SCRIPT, contents: await bareEntry(root) };
	for (const { path, contents } of [script, ...(await precompressed([script]))]) {
		await writeFile(join(folder, path), contents);
	}
	await replaceEntry(join(folder, "manifest.json"));
	return folder;
}

async function bareEntry(root: string): Promise<Uint8Array> {
	const { outputFiles } = await build({
		...BROWSER_OPTIONS,
		absWorkingDir: root,
		entryPoints: ["bench/baseline/bare-hydrate.tsx"],
		outdir: "bare-hydrate",
		splitting: false,
	});
	const script = outputFiles.find(({ path }) => path.endsWith(".js"));
	if (script === undefined) throw new Error("The yardstick has no script");
	return script.contents;
}

async function replaceEntry(file: string): Promise<void> {
	const manifest = parseBuildManifest(JSON.parse(await readFile(file, "utf8")));
	const entry = { ...manifest.entry, scripts: [basename(SCRIPT)] };
	await writeFile(file, JSON.stringify({ ...manifest, entry, pages: {} }));
}
