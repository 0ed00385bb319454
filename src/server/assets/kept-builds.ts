import { copyFile, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { errorCodeOf } from "../../platform/error-code.ts";
import { logFailure } from "../../platform/observability/log-failure.ts";
import { replaceFile, type SharedEntry, SharedFolder } from "../../platform/shared-folder.ts";
import type { BuildMeta, LatestBuild } from "../../shared/builds/build-meta.ts";
import { parseLatestBuild } from "../../shared/builds/parse-build-meta.ts";
import { mediaTypeOf } from "../content/files/place-files.ts";
import type { CodedBody } from "../http-cache/answer.ts";
import { type ModulesOfFiles, modulesOf, readModules } from "./code-files.ts";
import { CODED_VARIANT, filesOf, publishAssets, SAFE_NAME } from "./public-assets.ts";

export interface KeptBuildsOptions {
	readonly buildId: string;
	/** Absolute folder of the running build's assets; never written to. */
	readonly assetsFolder: string;
	/** Absolute folder that outlives the process, and that several servers may share. */
	readonly buildsFolder: string;
	/** Absolute folder of the files with modules of the site folder; {@link CODE_FILES} of the data folder. */
	readonly codeFilesFolder: string;
	/** A build is removed when it is not among the newest ones and is older than this many days. */
	readonly retention: { readonly newest: number; readonly days: number };
	readonly log: Pick<FastifyBaseLogger, "warn" | "info">;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
}

/** An asset in every coding that the build has made of it. */
export interface BuildAsset {
	readonly body: CodedBody;
	readonly mediaType: string;
	/** Modules of the site folder in it, which decide who may load it. */
	readonly modules: readonly string[];
}

interface ListedAsset extends Pick<BuildAsset, "modules"> {
	readonly folder: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Requests for assets that never existed must not read the disk each time. */
const LOOK_AGAIN_MS = 1000;

const ASSETS = "assets";
const META = "meta.json";

/** Excludes files in the folder, such as `unavailable.html`. */
const BUILD_NAME = /^[\w-]+$/;

/** The flat folder for the proxy; no build has such a name. */
const PUBLIC = ".public";

/**
 * The assets of this build and of earlier ones.
 *
 * A tab that was opened before a deployment still requests the chunks of its own build, so every
 * server copies its assets to a folder that outlives it. Servers may share the folder: each file
 * appears whole or not at all. If the folder is not writable, the running build is still served.
 */
export class KeptBuilds {
	readonly #options: KeptBuildsOptions;
	readonly #shared: SharedFolder;
	readonly #codeFiles: SharedFolder;
	#assets: ReadonlyMap<string, ListedAsset> = new Map();
	#older = 0;
	#problem: string | undefined;
	#looking: Promise<void> | undefined;
	#lookedMs = Number.NEGATIVE_INFINITY;
	#copying: Promise<void> | undefined;

	#live: LatestBuild;

	private constructor(options: KeptBuildsOptions, live: LatestBuild) {
		this.#options = options;
		this.#shared = new SharedFolder(options.buildsFolder, options.now);
		this.#codeFiles = new SharedFolder(options.codeFilesFolder, options.now);
		this.#live = live;
	}

	/** The running build. Its timestamp is when it was first live on any server. */
	get live(): LatestBuild {
		return this.#live;
	}

	/** Names of all files, also those of kept builds. */
	get assets(): readonly string[] {
		return [...this.#assets.keys()];
	}

	/** Modules of the site folder in an asset. */
	modulesOf(name: string): readonly string[] {
		return this.#assets.get(name)?.modules ?? modulesOf(name, undefined);
	}

	/** Switches to another running build, whose assets are in the shared folder. */
	makeLive(buildId: string): void {
		if (buildId === this.#live.id) return;
		const fresh = { id: buildId, timestamp: this.#options.now() };
		this.#live = fresh;
		this.#lookedMs = Number.NEGATIVE_INFINITY;
		readLive(join(this.#shared.pathOf(buildId), META), fresh)
			.then((live) => {
				if (this.#live === fresh) this.#live = live;
			})
			.catch(logFailure(this.#options.log, "The meta file of the live build cannot be read"));
	}

	static async open(options: KeptBuildsOptions): Promise<KeptBuilds> {
		const { buildsFolder, buildId, now } = options;
		const fresh = { id: buildId, timestamp: now() };
		return new KeptBuilds(options, await readLive(join(buildsFolder, buildId, META), fresh));
	}

	/** For `/readyz`: the number of older builds, and why the running build could not be kept. */
	get state(): { readonly older: number; readonly problem?: string } {
		const problem = this.#problem === undefined ? {} : { problem: this.#problem };
		return { older: this.#older, ...problem };
	}

	/** Starts the slowest part of {@link keep}, which needs no revision. */
	copyAssets(): void {
		this.#copying = this.#copyOwnAssets();
		// `keep()` reports the error.
		this.#copying.catch(() => undefined);
	}

	/**
	 * Copies the running build, removes expired builds, lists all assets, and publishes those that every
	 * visitor may load.
	 */
	async keep(meta: BuildMeta, isPublic: (name: string) => boolean): Promise<void> {
		this.#problem = undefined;
		const copying = this.#copying ?? this.#copyOwnAssets();
		// Once: the next call repairs damaged files.
		this.#copying = undefined;
		await copying
			.then(() => this.#saveMeta(meta))
			.catch(this.#report("The running build cannot be stored for open tabs"));
		await this.#prune().catch(this.#report("Old builds cannot be removed"));
		await this.#look();
		await publishAssets({
			folder: this.#shared.pathOf(PUBLIC),
			sources: async () =>
				(await this.#keptBuilds()).flatMap(({ name }) => [
					join(this.#shared.pathOf(name), ASSETS),
					this.#codeFiles.pathOf(name),
				]),
			isPublic,
		}).catch(this.#report("The proxy cannot serve files of builds"));
	}

	/** @returns `undefined` when no build has such an asset. */
	async readAsset(name: string): Promise<BuildAsset | undefined> {
		if (!isAsset(name)) return undefined;
		const listed = this.#assets.get(name);
		const asset = listed && (await readAsset(listed, name));
		if (asset !== undefined) return asset;
		// A newer server that shares the folder may have added its build meanwhile, or the operator
		// has replaced the app under the running process.
		const lookedLately = this.#options.now() - this.#lookedMs < LOOK_AGAIN_MS;
		if (listed !== undefined || !lookedLately) await this.#look();
		const found = this.#assets.get(name);
		return found && readAsset(found, name);
	}

	/** @returns The JSON text of the meta file of an older build, or `undefined` when it is not kept. */
	async metaOf(buildId: string): Promise<string | undefined> {
		if (!SAFE_NAME.test(buildId)) return undefined;
		// A meta file that cannot be read counts as absent.
		return readFile(join(this.#shared.pathOf(buildId), META), "utf8").catch(() => undefined);
	}

	async #copyOwnAssets(): Promise<void> {
		const { assetsFolder, buildId } = this.#options;
		const target = join(this.#shared.pathOf(buildId), ASSETS);
		for (const name of await filesOf(assetsFolder)) {
			const [own, kept] = [join(assetsFolder, name), join(target, name)];
			// Also repairs the files of a server that was stopped while it copied.
			if ((await sizeOf(own)) === (await sizeOf(kept))) continue;
			await replaceFile(kept, (file) => copyFile(own, file));
		}
	}

	async #saveMeta(meta: BuildMeta): Promise<void> {
		const { id: buildId } = this.#live;
		const file = join(this.#shared.pathOf(buildId), META);
		await replaceFile(file, (draft) => writeFile(draft, JSON.stringify(meta)));
		// The age of a build counts from the time when it was last live.
		await this.#shared.markUsed(buildId);
	}

	async #prune(): Promise<void> {
		const { retention, now, log } = this.#options;
		const oldest = now() - retention.days * DAY_MS;
		const expired = (await this.#keptBuilds())
			.slice(retention.newest)
			.filter(({ name, usedMs }) => usedMs < oldest && name !== this.#live.id);
		for (const { name } of expired) {
			await Promise.all([this.#shared.remove(name), this.#codeFiles.remove(name)]);
			log.info({ buildId: name }, "Removed an old build");
		}
	}

	/** Lists every asset. Installed files precede copies, which may be damaged. */
	#look(): Promise<void> {
		this.#looking ??= this.#lookOnce().finally(() => {
			this.#looking = undefined;
		});
		return this.#looking;
	}

	async #lookOnce(): Promise<void> {
		const { assetsFolder, now } = this.#options;
		const kept = await this.#keptBuilds();
		const assets = new Map<string, ListedAsset>();
		const add = async (folder: string, described: ModulesOfFiles | undefined): Promise<void> => {
			const names = await filesOf(folder).catch(() => []);
			for (const name of names) {
				if (!isAsset(name) || assets.has(name)) continue;
				assets.set(name, { folder, modules: modulesOf(name, described) });
			}
		};
		await add(assetsFolder, {});
		for (const { name } of kept) {
			const described = await readModules(this.#codeFiles.pathOf(name));
			await add(join(this.#shared.pathOf(name), ASSETS), described);
			await add(this.#codeFiles.pathOf(name), described);
		}
		this.#assets = assets;
		this.#older = kept.filter(({ name }) => name !== this.#live.id).length;
		this.#lookedMs = now();
	}

	async #keptBuilds(): Promise<readonly SharedEntry[]> {
		return (await this.#shared.list()).filter(({ name }) => BUILD_NAME.test(name));
	}

	#report(sentence: string): (error: unknown) => void {
		return (error) => {
			// Later errors follow from the first. Only the log may contain paths of folders.
			this.#problem ??= `${sentence} (${errorCodeOf(error) ?? "unknown"})`;
			this.#options.log.warn({ err: error }, sentence);
		};
	}
}

async function readLive(file: string, fresh: LatestBuild): Promise<LatestBuild> {
	try {
		const { id, timestamp } = parseLatestBuild(JSON.parse(await readFile(file, "utf8")));
		return id === fresh.id ? { id, timestamp } : fresh;
	} catch {
		// Missing at the first start. `keep()` reports any other error.
		return fresh;
	}
}

function isAsset(name: string): boolean {
	return SAFE_NAME.test(name) && !CODED_VARIANT.test(name);
}

async function readAsset(
	{ folder, modules }: ListedAsset,
	name: string,
): Promise<BuildAsset | undefined> {
	const read = (suffix: string): Promise<Buffer | undefined> =>
		readFile(join(folder, name + suffix)).catch(() => undefined);
	const [identity, br, gzip] = await Promise.all([read(""), read(".br"), read(".gz")]);
	if (identity === undefined) return undefined;
	const codings = { ...(br === undefined ? {} : { br }), ...(gzip === undefined ? {} : { gzip }) };
	return { body: { identity, ...codings }, mediaType: mediaTypeOf(name), modules };
}

/** @returns `undefined` for a missing file. */
async function sizeOf(file: string): Promise<number | undefined> {
	try {
		return (await stat(file)).size;
	} catch (error) {
		if (errorCodeOf(error) === "ENOENT") return undefined;
		throw error;
	}
}
