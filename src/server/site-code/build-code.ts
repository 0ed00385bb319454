import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { BuildFailure, Message, Metafile, Plugin } from "esbuild";
import type { BuildManifest } from "../../shared/builds/build-manifest.ts";
import {
	type DevelopmentModules,
	developmentModulesFile,
} from "../../shared/builds/development-modules.ts";
import type { Problem } from "../content/problem.ts";
import { type BuiltFile, buildIdOf } from "./bundle/build-id.ts";
import {
	type Bundler,
	browserOptions,
	type ClientBundle,
	createClientBundler,
} from "./bundle/bundle-client.ts";
import { createServerBundler, type ServerBundle, serverOptions } from "./bundle/bundle-server.ts";
import { tableId } from "./bundle/site-files.ts";
import { type CodeFolder, INSTALLED, stampOfFiles } from "./code-folder.ts";
import { evaluatingPackages } from "./plugins/evaluating-packages.ts";
import { importedFiles } from "./plugins/imported-files.ts";
import { type BuiltPackages, KeptPackages } from "./plugins/kept-packages.ts";
import { nativePackages } from "./plugins/native-packages.ts";
import { sitePlugin } from "./plugins/site-plugin.ts";
import { browserFiles, SITE } from "./site-tables.ts";

export interface CodeSources {
	/** Contains `src` and `node_modules` of the product. */
	readonly root: string;
	/** Real, absolute path. */
	readonly siteFolder: string;
	/** Whether the build is for a developer; absent: for visitors. */
	readonly isDevelopment?: boolean | undefined;
	/** Plugins of the product's own build, whose root has no palettes. */
	readonly plugins?: readonly Plugin[];
}

/** The app together with the code of a site folder. */
export interface BuiltCode {
	readonly manifest: BuildManifest;
	/** Named by a hash of their content. */
	readonly assets: readonly BuiltFile[];
	/** The module that runs in the code thread, and its source map. */
	readonly server: readonly BuiltFile[];
	/** Files that the build read, relative to the site folder. */
	readonly inputs: readonly string[];
	/** Mistakes that only show when the code runs. */
	readonly problems: readonly Problem[];
	/** Other files that the build read, relative to the root. */
	readonly sources: readonly string[];
}

/** A build that failed. */
export interface FailedBuild {
	/** With file, line and column of each mistake. */
	readonly failures: readonly Problem[];
	/** Files that the build read or did not find, relative to the site folder. */
	readonly inputs: readonly string[];
}

/** The entry of the thread that runs the code. */

/** Builds once. The same folder produces the same build on every machine. */
export async function buildCode({
	folder,
	...sources
}: CodeSources & { readonly folder: CodeFolder }): Promise<BuiltCode | FailedBuild> {
	const builder = new CodeBuilder(sources);
	try {
		return await builder.build(folder);
	} finally {
		await builder.dispose();
	}
}

/**
 * Builds the code of a site folder into the app, for browsers and for the server. Parses again only what
 * has changed since the last build.
 */
export class CodeBuilder {
	readonly #sources: CodeSources;
	readonly #inputs = new Set<string>();
	#folder: CodeFolder | undefined;
	/** Modules of the last build that the browser may load. */
	#browserModules: readonly string[] = [];
	#bundlers: Bundlers | undefined;
	/** Whether a package of the folder cannot be bundled apart. */
	#isWhole = false;

	constructor(sources: CodeSources) {
		this.#sources = sources;
	}

	async build(folder: CodeFolder): Promise<BuiltCode | FailedBuild> {
		this.#folder = folder;
		this.#inputs.clear();
		try {
			const built = await this.#bundle(folder);
			const { isDevelopment } = this.#sources;
			const found = Object.keys(built.client.metafile.inputs).filter((path) => MODULE.test(path));
			const isKnown = (path: string): boolean => this.#browserModules.includes(path);
			if (!isDevelopment || found.every(isKnown)) return this.#finish(built);
			this.#browserModules = found;
			return this.#finish(await this.#bundle(folder));
		} catch (error) {
			const { errors } = Object(error) as Partial<BuildFailure>;
			if (errors === undefined) throw error;
			return { failures: problemsOf(errors), inputs: [...this.#inputs] };
		}
	}

	async dispose(): Promise<void> {
		await Promise.all([this.#bundlers?.client.dispose(), this.#bundlers?.server.dispose()]);
	}

	async #bundle(folder: CodeFolder): Promise<Bundles> {
		const { isDevelopment, siteFolder } = this.#sources;
		const named = browserFiles(folder).map((file) => `${SITE}:${file}`);
		const left = this.#browserModules.filter((path) =>
			existsSync(join(siteFolder, path.slice(SITE.length + 1))),
		);
		const development = isDevelopment
			? { named, all: [...new Set([...named, ...left])].toSorted() }
			: undefined;
		const styles = folder.styles && `${SITE}:${folder.styles}`;
		// The frame is part of the entry, which cannot wait for packages.
		const isApart = isDevelopment === true && !this.#isWhole && !("default" in folder.layouts);
		const key = JSON.stringify([styles, development, isApart]);
		if (this.#bundlers?.key !== key) {
			const packages = isApart ? (this.#bundlers?.packages ?? this.#createPackages()) : undefined;
			await this.dispose();
			const { root, plugins = [] } = this.#sources;
			const ofBrowser = [...this.#plugins("browser", packages?.browser), ...plugins];
			const ofServer = this.#plugins("server", packages?.server);
			this.#bundlers = {
				key,
				packages,
				client: await createClientBundler(root, ofBrowser, { styles, development }),
				server: await createServerBundler(this.#sources, [
					...ofServer,
					nativePackages(this.#sources.siteFolder),
				]),
			};
		}
		const { packages } = this.#bundlers;
		const [client, server] = await Promise.all([
			this.#bundlers.client.bundle(),
			this.#bundlers.server.bundle(),
		]);
		if (packages === undefined) return { client, server };
		const stamp = stampOfFiles(siteFolder, [INSTALLED]);
		const [ofBrowser, ofServer] = await Promise.all([
			packages.browser.bundle(stamp),
			packages.server.bundle(stamp),
		]);
		if (ofBrowser !== undefined && ofServer !== undefined) {
			return { client, server, packages: { browser: ofBrowser, server: ofServer.file } };
		}
		this.#isWhole = true;
		return this.#bundle(folder);
	}

	#createPackages(): Packages {
		const { root, siteFolder } = this.#sources;
		return {
			browser: new KeptPackages({
				root,
				siteFolder,
				isOnServer: false,
				bundling: { ...browserOptions(true), splitting: false, outdir: "client" },
			}),
			server: new KeptPackages({
				root,
				siteFolder,
				isOnServer: true,
				bundling: {
					...serverOptions(true),
					plugins: [nativePackages(siteFolder)],
					outdir: "server",
				},
			}),
		};
	}

	#plugins(side: "browser" | "server", packages: KeptPackages | undefined): readonly Plugin[] {
		const options = {
			...this.#sources,
			side,
			packages,
			folder: () => this.#folder ?? NO_FOLDER,
			onInput: (file: string): void => {
				this.#inputs.add(file);
			},
		};
		return [
			...(packages === undefined ? [] : [packages.plugin]),
			importedFiles(options),
			sitePlugin(options),
		];
	}

	#finish({ client, server, packages }: Bundles): BuiltCode {
		const { root, isDevelopment } = this.#sources;
		const kept = packages === undefined ? [] : [packages.browser.file, packages.server];
		const buildId = buildIdOf([...client.assets, ...server.files.slice(0, 1), ...kept]);
		const manifest = { buildId, ...client.manifest };
		const read = [client.metafile, server.metafile].flatMap(({ inputs }) => Object.keys(inputs));
		return {
			manifest,
			assets: isDevelopment
				? [
						...client.assets,
						...kept.slice(0, 1),
						modulesFile(manifest, client.metafile, packages?.browser.file),
					]
				: client.assets,
			server: [...server.files, ...kept.slice(1)],
			inputs: [...this.#inputs],
			problems: [...evaluatingPackages(root, client), ...(packages?.browser.problems ?? [])],
			sources: [...new Set(read.filter((path) => /^(?:src|node_modules)\//.test(path)))],
		};
	}
}

interface Bundlers {
	/** Options of esbuild, which a bundler cannot change. */
	readonly key: string;
	/** Absent: the bundles contain all packages. */
	readonly packages: Packages | undefined;
	readonly client: Bundler<ClientBundle>;
	readonly server: Bundler<ServerBundle>;
}

interface Packages {
	readonly browser: KeptPackages;
	readonly server: KeptPackages;
}

interface Bundles {
	readonly client: ClientBundle;
	readonly server: ServerBundle;
	/** Packages of the folder that are bundled apart. */
	readonly packages?: { readonly browser: BuiltPackages; readonly server: BuiltFile };
}

/** A script of the site folder. */
const MODULE = /^site:.*\.(?:[cm]?[jt]sx?|mdx)$/;

const NO_FOLDER: CodeFolder = {
	pages: [],
	pageLayouts: {},
	components: {},
	layouts: {},
	middleware: {},
	islands: {},
	api: [],
	stamp: "",
};

function modulesFile(
	{ buildId, entry, pages }: BuildManifest,
	{ outputs }: Metafile,
	packages: BuiltFile | undefined,
): BuiltFile {
	const files = Object.entries(outputs).flatMap(([path, { entryPoint = "" }]) => {
		const file = /^site:(.*)$/.exec(entryPoint)?.[1];
		if (file === undefined || !path.endsWith(".js")) return [];
		const { styles = [] } = { ...pages[tableId(file)] };
		return [[file, { script: basename(path), styles }] as const];
	});
	const modules: DevelopmentModules = {
		entry: { script: entry.scripts[0] ?? "", styles: entry.styles },
		files: Object.fromEntries(files),
		...(packages !== undefined && { packages: basename(packages.path) }),
	};
	return {
		path: `client/_nuxt/${developmentModulesFile(buildId)}`,
		contents: Buffer.from(JSON.stringify(modules)),
	};
}

function problemsOf(errors: readonly Message[]): readonly Problem[] {
	const problems = errors.map(({ text, location }) => ({
		file: (location?.file ?? ".").replace(/^site:/, ""),
		...(location?.lineText !== undefined && { line: location.line, column: location.column + 1 }),
		message: text,
	}));
	// Both bundles report the same error.
	return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
