import { copyFile, link, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCodeOf } from "../../platform/error-code.ts";
import { replaceFile } from "../../platform/shared-folder.ts";

/** Compressed copies beside an asset. */
export const CODED_VARIANT = /\.(?:br|gz|zst)$/;

/** A name with only these characters cannot lead out of its folder. */
export const SAFE_NAME = /^\w[\w.-]*$/;

export interface PublicAssetsOptions {
	/** Absolute; the proxy serves every file in it to every visitor. */
	readonly folder: string;
	/** Absolute folders with the assets of each kept build. Called after `folder` was listed. */
	readonly sources: () => Promise<readonly string[]>;
	/** Whether every visitor may load an asset. */
	readonly isPublic: (name: string) => boolean;
}

/**
 * Updates the flat folder with the public assets of all builds, so that the proxy finds a file by its name.
 *
 * Servers of several builds share the folder. It is listed before the builds: a server writes a build
 * before it publishes the build's files, so no server removes a file that another one has just added.
 */
export async function publishAssets(options: PublicAssetsOptions): Promise<void> {
	const { folder, sources, isPublic } = options;
	await mkdir(folder, { recursive: true });
	const published = new Set(await filesOf(folder));
	const wanted = new Map<string, string>();
	for (const source of await sources()) {
		// Another server may have removed an expired build meanwhile.
		for (const name of await filesOf(source).catch(() => [])) {
			if (isPublic(name.replace(CODED_VARIANT, ""))) wanted.set(name, join(source, name));
		}
	}
	for (const name of published) {
		if (!wanted.has(name)) await rm(join(folder, name), { force: true });
	}
	for (const [name, file] of wanted) {
		if (!published.has(name)) await linkOrCopy(file, join(folder, name));
	}
}

/** @returns Names of assets and of their compressed copies. */
export async function filesOf(folder: string): Promise<readonly string[]> {
	const entries = await readdir(folder, { withFileTypes: true });
	return entries.flatMap((entry) =>
		entry.isFile() && SAFE_NAME.test(entry.name) ? [entry.name] : [],
	);
}

async function linkOrCopy(file: string, target: string): Promise<void> {
	try {
		await link(file, target);
	} catch (error) {
		if (errorCodeOf(error) === "EEXIST") return;
		// Another file system, or one without links.
		await replaceFile(target, (draft) => copyFile(file, draft));
	}
}
