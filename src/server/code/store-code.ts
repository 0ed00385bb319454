import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { replaceFile, SharedFolder } from "../../platform/shared-folder.ts";
import type { BuildManifest } from "../../shared/builds/build-manifest.ts";
import type { BuiltCode } from "./build-code.ts";

/** A build of a site folder's code on the disk. */
export interface StoredCode {
	readonly manifest: BuildManifest;
	/** The absolute path of the module that runs in the code thread. */
	readonly module: string;
	/** The files that were read, relative to the site folder. */
	readonly inputs: readonly string[];
}

const FOLDER = "code";
const MODULE = "code.js";
const DESCRIPTION = "build.json";
const LAST = "last";

/** Another server may still run an older build. */
const KEPT_FOR_MS = 24 * 60 * 60_000;

/** A save must be served soon; the build of the product compresses as strongly as possible. */
const BROTLI_QUALITY = 5;

const TEXT = /\.(?:css|js|json|svg|txt)$/;

/**
 * Writes a build to the data folder: its assets among the kept builds, so that open tabs find them,
 * and its module. Files appear whole or not at all, and under the same names on every server.
 */
export async function storeCode(dataFolder: string, built: BuiltCode): Promise<StoredCode> {
	const { manifest, inputs, assets, server } = built;
	const { buildId } = manifest;
	const assetsFolder = join(dataFolder, "builds", buildId, "assets");
	await Promise.all(
		assets.map(({ path, contents }) => writeAsset(join(assetsFolder, basename(path)), contents)),
	);
	const shared = new SharedFolder(join(dataFolder, FOLDER), Date.now);
	const module = join(shared.pathOf(buildId), MODULE);
	await replaceFile(module, (draft) => writeFile(draft, server));
	const stored: StoredCode = { manifest, module, inputs };
	await replaceFile(join(shared.pathOf(buildId), DESCRIPTION), (draft) =>
		writeFile(draft, JSON.stringify(stored)),
	);
	await shared.markUsed(buildId);
	await shared.pointTo(buildId, LAST);
	await shared.removeUnused(KEPT_FOR_MS, (name) => name === buildId || name === LAST);
	return stored;
}

/** @returns The last build that succeeded, also that of an earlier process. */
export async function lastStoredCode(dataFolder: string): Promise<StoredCode | undefined> {
	try {
		// Written by `storeCode()`.
		return JSON.parse(
			await readFile(join(dataFolder, FOLDER, LAST, DESCRIPTION), "utf8"),
		) as StoredCode;
	} catch {
		// There was no build, or the file is damaged: the next build replaces it.
		return undefined;
	}
}

async function writeAsset(file: string, contents: Uint8Array): Promise<void> {
	await replaceFile(file, (draft) => writeFile(draft, contents));
	if (!TEXT.test(file)) return;
	const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
	const [br, gz] = await Promise.all([
		promisify(brotliCompress)(contents, { params }),
		promisify(gzip)(contents),
	]);
	await replaceFile(`${file}.br`, (draft) => writeFile(draft, br));
	await replaceFile(`${file}.gz`, (draft) => writeFile(draft, gz));
}
