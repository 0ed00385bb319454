import { link, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { replaceFile, SharedFolder } from "../../platform/shared-folder.ts";
import type { BuildManifest } from "../../shared/builds/build-manifest.ts";
import { CODE_FILES, MODULES_FILE } from "../assets/code-files.ts";
import type { Problem } from "../content/problem.ts";
import type { BuiltCode } from "./build-code.ts";
import type { BuiltFile } from "./bundle/build-id.ts";
import { type Levels, precompressed } from "./bundle/precompressed.ts";
import { stampOfFiles } from "./code-folder.ts";

/** Low levels, since a save must be served soon. */
const QUICK: Levels = { ".br": 5, ".gz": 6 };

/** A developer's browser is on the same machine. */
const NONE: Levels = {};

/** A build of a site folder's code on the disk. */
export interface StoredCode {
	readonly manifest: BuildManifest;
	/** The absolute path of the module that runs in the code thread. */
	readonly module: string;
	/** Files that the build read, relative to the site folder. */
	readonly inputs: readonly string[];
	/** Mistakes that only show when the code runs. */
	readonly problems: readonly Problem[];
	/** Of the folder and the program that the build was made from. */
	readonly key: string;
	/** Stamps of the inputs. */
	readonly inputsStamp: string;
	/** {@link FORMAT} of the build. */
	readonly format: number;
}

interface BuildOrigin {
	readonly isDevelopment?: boolean | undefined;
	/** Absolute. */
	readonly siteFolder?: string;
	readonly key?: string;
}

const FOLDER = "code";
const MODULE = "code.js";
const DESCRIPTION = "build.json";
const LAST = "last";

/** Changes with the calls of the code thread. A build of another format is not started. */
const FORMAT = 3;

/** Another server may still run an older build. */
const KEPT_FOR_MS = 24 * 60 * 60_000;

/**
 * Writes a build to the data folder: its module, and its assets among the kept builds, so that open tabs
 * find them. Files with modules of the site folder are stored apart, since some visitors may not load them.
 * Writes of files are atomic, and file names are the same on every server.
 */
export async function storeCode(
	dataFolder: string,
	built: BuiltCode,
	{ isDevelopment = false, siteFolder = "", key = "" }: BuildOrigin = {},
): Promise<StoredCode> {
	const levels = isDevelopment ? NONE : QUICK;
	const { manifest, inputs, problems, assets, server } = built;
	const { buildId } = manifest;
	const last = await lastStoredCode(dataFolder);
	const lastId = last?.manifest.buildId ?? buildId;
	const { modules = {} } = { ...manifest.siteFiles };
	const hasModules = ({ path }: BuiltFile): boolean => Object.hasOwn(modules, basename(path));
	const codeFilesOf = (id: string): string => join(dataFolder, CODE_FILES, id);
	const assetsOf = (id: string): string => join(dataFolder, "builds", id, "assets");
	// Published files must stay readable for the proxy, so only the folders are closed to other users.
	for (const name of [CODE_FILES, FOLDER]) {
		await mkdir(join(dataFolder, name), { recursive: true, mode: 0o700 });
	}
	// The description first: images of a build without one count as public.
	await replaceFile(join(codeFilesOf(buildId), MODULES_FILE), (draft) =>
		writeFile(draft, JSON.stringify(modules)),
	);
	await storeAssets(assets.filter(hasModules), codeFilesOf(buildId), codeFilesOf(lastId), levels);
	const others = assets.filter((asset) => !hasModules(asset));
	await storeAssets(others, assetsOf(buildId), assetsOf(lastId), levels);
	const shared = new SharedFolder(join(dataFolder, FOLDER), Date.now);
	const module = join(shared.pathOf(buildId), MODULE);
	for (const { path, contents } of server.toReversed()) {
		await replaceFile(join(shared.pathOf(buildId), path), (draft) => writeFile(draft, contents));
	}
	const stored: StoredCode = {
		manifest,
		module,
		inputs,
		problems,
		key,
		format: FORMAT,
		inputsStamp: stampOfFiles(siteFolder, inputs),
	};
	await replaceFile(join(shared.pathOf(buildId), DESCRIPTION), (draft) =>
		writeFile(draft, JSON.stringify(stored)),
	);
	await shared.markUsed(buildId);
	await shared.pointTo(buildId, LAST);
	await shared.removeUnused(KEPT_FOR_MS, (name) => name === buildId || name === LAST);
	return stored;
}

/** @returns The last successful build, also that of an earlier process. */
export async function lastStoredCode(dataFolder: string): Promise<StoredCode | undefined> {
	try {
		// Written by `storeCode()`.
		const text = await readFile(join(dataFolder, FOLDER, LAST, DESCRIPTION), "utf8");
		const stored = JSON.parse(text) as StoredCode;
		return stored.format === FORMAT ? stored : undefined;
	} catch {
		// There was no build, or the file is damaged: the next build replaces it.
		return undefined;
	}
}

/** A save changes few assets: the others become links to the previous build and its compressed variants. */
async function storeAssets(
	assets: readonly BuiltFile[],
	folder: string,
	before: string,
	levels: Levels,
): Promise<void> {
	await mkdir(folder, { recursive: true });
	const wanted = new Set(assets.map(({ path }) => basename(path)));
	const known = (await readdir(before).catch(() => [])).filter((file) =>
		wanted.has(file.replace(/\.(?:br|gz|zst)$/, "")),
	);
	const links = known.map(async (file) => {
		await link(join(before, file), join(folder, file));
		return file;
	});
	// A link fails if another server stored the same build, or if the file system has no links.
	const linked = (await Promise.allSettled(links)).flatMap((outcome) =>
		outcome.status === "fulfilled" ? [outcome.value] : [],
	);
	const added = assets.filter(({ path }) => !linked.includes(basename(path)));
	const files = [...added, ...(await precompressed(added, levels))];
	await Promise.all(
		files.map(({ path, contents }) =>
			replaceFile(join(folder, basename(path)), (draft) => writeFile(draft, contents)),
		),
	);
}
