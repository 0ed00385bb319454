import { chmod, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type BuiltFile, buildIdOf } from "../src/server/site-code/bundle/build-id.ts";
import { bundleClient } from "../src/server/site-code/bundle/bundle-client.ts";
import { precompressed } from "../src/server/site-code/bundle/precompressed.ts";
import type { BuildManifest } from "../src/shared/builds/build-manifest.ts";
import { bundleDashboard } from "./build/bundle-dashboard.ts";
import { bundleServices } from "./build/bundle-services.ts";
import { clientScripts } from "./build/client-scripts.ts";
import { codeKit } from "./build/code-kit.ts";
import { palettes } from "./build/palettes.ts";
import { sourcesDigest } from "./build/sources-digest.ts";
import { swapFolder } from "./build/swap-folder.ts";

export interface BuildOptions {
	/** The folder with `src`, `scripts` and `node_modules`. */
	readonly root: string;
	/** Replaced as a whole after a successful build; `{root}/dist` by default. */
	readonly output?: string;
}

/** Hash of the sources of a build. */
const STAMP = "sources.sha256";

/**
 * Builds all production files. The output depends only on the sources, not on a clock, an absolute path
 * or the order of the file system: the same sources produce the same bytes and build id.
 */
export async function build({
	root,
	output = join(root, "dist"),
}: BuildOptions): Promise<BuildManifest> {
	const digest = await sourcesDigest(root);
	const client = await bundleClient(root, [palettes]);
	const dashboard = await bundleDashboard(root);
	const services = await bundleServices(root);
	const scripts = await clientScripts(root);
	const kit = await codeKit(root);
	const variants = await precompressed([...client.assets, ...dashboard.assets, dashboard.page]);
	const buildId = buildIdOf([...client.assets, ...services]);
	const manifest: BuildManifest = { buildId, ...client.manifest };

	const folder = await createFolderBeside(output);
	await writeFiles(folder, [
		...[...client.assets, ...client.sourceMaps, ...services, ...variants],
		...[dashboard.page, ...dashboard.assets, ...dashboard.sourceMaps, ...scripts, ...kit],
	]);
	await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, undefined, "\t")}\n`);
	await writeFile(join(folder, STAMP), digest);
	await swapFolder(folder, output);
	return manifest;
}

/**
 * Builds unless `dist` is up to date, and prints the build id and the time on standard error.
 *
 * @returns Whether it ran a build.
 */
export async function ensureBuild(root: string): Promise<boolean> {
	if (await isUpToDate(root)) return false;
	const startedAt = performance.now();
	const { buildId } = await build({ root });
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
	process.stderr.write(`Built ${buildId} in ${seconds} s\n`);
	return true;
}

async function isUpToDate(root: string): Promise<boolean> {
	const stamp = await readFile(join(root, "dist", STAMP), "utf8").catch(() => undefined);
	return stamp !== undefined && stamp === (await sourcesDigest(root));
}

/** Creates a temporary folder beside the output, because a rename cannot cross file systems. */
async function createFolderBeside(output: string): Promise<string> {
	await mkdir(dirname(output), { recursive: true });
	const folder = await mkdtemp(join(dirname(output), ".dist-"));
	// Only the owner can read a new temporary folder, and the services run as another user.
	await chmod(folder, 0o755);
	return folder;
}

async function writeFiles(folder: string, files: readonly BuiltFile[]): Promise<void> {
	for (const { path, contents } of files) {
		await mkdir(join(folder, dirname(path)), { recursive: true });
		await writeFile(join(folder, path), contents);
	}
}

if (import.meta.main) await ensureBuild(dirname(import.meta.dirname));
