import { chmod, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BuildManifest } from "../src/shared/builds/build-manifest.ts";
import { type BuiltFile, buildIdOf } from "./build/build-id.ts";
import { bundleClient } from "./build/bundle-client.ts";
import { bundleDashboard } from "./build/bundle-dashboard.ts";
import { bundleServices } from "./build/bundle-services.ts";
import { clientScripts } from "./build/client-scripts.ts";
import { precompressed } from "./build/precompressed.ts";
import { sourcesDigest } from "./build/sources-digest.ts";
import { swapFolder } from "./build/swap-folder.ts";

export interface BuildOptions {
	/** The folder that holds `src`, `scripts` and `node_modules`. */
	readonly root: string;
	/** Replaced as a whole when the build has succeeded; `{root}/dist` when absent. */
	readonly output?: string;
}

/** Which sources the files beside it were made of. */
const STAMP = "sources.sha256";

/**
 * Makes everything that runs in production out of the sources.
 *
 * Nothing but the sources shows in what comes out: no clock, no absolute path, no order
 * of the file system. The same sources give the same bytes and the same build id.
 */
export async function build({
	root,
	output = join(root, "dist"),
}: BuildOptions): Promise<BuildManifest> {
	const digest = await sourcesDigest(root);
	const client = await bundleClient(root);
	const dashboard = await bundleDashboard(root);
	const services = await bundleServices(root);
	const scripts = await clientScripts(root);
	const variants = await precompressed([...client.assets, ...dashboard.assets, dashboard.page]);
	const buildId = buildIdOf([...client.assets, ...services]);
	const manifest: BuildManifest = { buildId, ...client.manifest };

	const folder = await createFolderBeside(output);
	await writeFiles(folder, [
		...[...client.assets, ...client.sourceMaps, ...services, ...variants],
		...[dashboard.page, ...dashboard.assets, ...dashboard.sourceMaps, ...scripts],
	]);
	await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, undefined, "\t")}\n`);
	await writeFile(join(folder, STAMP), digest);
	await swapFolder(folder, output);
	return manifest;
}

/**
 * Builds unless `dist` is already made of the sources as they are, and says on standard
 * error what it did.
 *
 * @returns Whether there was anything to build.
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

/** Beside, and not in the system's temporary folder: a rename does not cross file systems. */
async function createFolderBeside(output: string): Promise<string> {
	await mkdir(dirname(output), { recursive: true });
	const folder = await mkdtemp(join(dirname(output), ".dist-"));
	// A temporary folder is its owner's alone, but a build is read by the services' user.
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
