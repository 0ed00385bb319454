import { hash } from "node:crypto";
import { basename } from "node:path";
import { type BuildOptions, build, type OnResolveResult, type Plugin } from "esbuild";
import type { Problem } from "../../content/problem.ts";
import type { BuiltFile } from "../bundle/build-id.ts";
import { evaluatingPackages } from "./evaluating-packages.ts";

export interface KeptPackagesOptions {
	/** Contains `node_modules` of the product. */
	readonly root: string;
	/** Real, absolute path. */
	readonly siteFolder: string;
	/** Options of the bundle with the folder's modules. */
	readonly bundling: BuildOptions;
	readonly isOnServer: boolean;
}

export interface BuiltPackages {
	readonly file: BuiltFile;
	/** Mistakes that only show when the code runs in a browser. */
	readonly problems: readonly Problem[];
}

/** Property of `globalThis` with functions that load a package, by its name in an import. */
const LOADERS = "loggiaPackages";

const KEPT = "kept-package";

const BARE = /^(?!@site\/)[^./]/;

const SCRIPT = /\.[cm]?js$/;

/** Beside the module of the thread. */
const SERVER_FILE = "./packages.js";

/** Packages that the bundle with the folder's modules provides, since only one copy of each may exist. */
const SHARED = ["react", "react/jsx-runtime", "react/jsx-dev-runtime", "react-dom", "react-router"];

/** Module that provides the {@link SHARED} packages. */
const SHARED_PACKAGES = "loggia:shared-packages";

/**
 * Bundles packages of a site folder once for many builds: a developer's save would spend most of its time on
 * code that no save changes.
 */
export class KeptPackages {
	readonly #options: KeptPackagesOptions;
	readonly #names = new Set<string>();
	#built: ({ readonly key: string } & BuiltPackages) | undefined;

	constructor(options: KeptPackagesOptions) {
		this.#options = options;
	}

	/** Imports of the table of modules, before the modules. */
	get imports(): string {
		const { isOnServer } = this.#options;
		return `import "${SHARED_PACKAGES}";${isOnServer ? ` import "${SERVER_FILE}";` : ""}\n`;
	}

	/** Resolves an import of a package. @param found Where the package is. */
	resolve(name: string, found: OnResolveResult): OnResolveResult {
		if (!BARE.test(name) || !SCRIPT.test(found.path ?? "")) return found;
		this.#names.add(name);
		return { path: name, namespace: KEPT };
	}

	/** Reads packages from the kept bundle. */
	get plugin(): Plugin {
		const { root } = this.#options;
		return {
			name: KEPT,
			setup({ onResolve, onLoad }) {
				onResolve({ filter: new RegExp(`^${SHARED_PACKAGES}$`) }, ({ path }) => ({
					path,
					namespace: KEPT,
				}));
				onResolve({ filter: /^\.\/packages\.js$/ }, ({ importer, path }) =>
					importer.endsWith("site-code.ts") ? { path, external: true } : undefined,
				);
				onLoad({ filter: /.*/, namespace: KEPT }, ({ path }) => ({
					contents: path === SHARED_PACKAGES ? sharedPackages() : loadPackage(path),
					loader: "js",
					resolveDir: root,
				}));
			},
		};
	}

	/**
	 * Bundles the packages unless they are the same as before.
	 *
	 * @param stamp Changes when a package is installed.
	 * @returns `undefined` when they must be part of the folder's bundle.
	 */
	async bundle(stamp: string): Promise<BuiltPackages | undefined> {
		const names = [...this.#names].toSorted();
		const key = JSON.stringify([names, stamp]);
		if (this.#built?.key !== key) {
			// The folder's bundle reports the error.
			const built = await this.#bundle(names).catch(() => undefined);
			this.#built = built && { key, ...built };
		}
		return this.#built;
	}

	async #bundle(names: readonly string[]): Promise<BuiltPackages | undefined> {
		const { root, siteFolder, bundling, isOnServer } = this.#options;
		const loaders = names.map(
			(name) => `${JSON.stringify(name)}: () => require(${JSON.stringify(name)})`,
		);
		const { outputFiles, metafile } = await build({
			...bundling,
			absWorkingDir: root,
			stdin: {
				contents: `Object.assign(globalThis.${LOADERS} ??= {}, { ${loaders.join(", ")} });`,
				resolveDir: siteFolder,
			},
			write: false,
			metafile: true,
			sourcemap: false,
			plugins: [this.#sharing(), ...(bundling.plugins ?? [])],
		});
		const [output, ...others] = outputFiles;
		// Styles and pictures of a package need the folder's bundle.
		if (output === undefined || others.length > 0) return undefined;
		const { contents } = output;
		const digest = hash("sha256", contents, "hex").slice(0, 16);
		return {
			file: isOnServer
				? { path: basename(SERVER_FILE), contents }
				: { path: `client/_nuxt/packages.${digest}.js`, contents },
			problems: evaluatingPackages(root, { assets: [output], metafile }),
		};
	}

	#sharing(): Plugin {
		const { siteFolder } = this.#options;
		return {
			name: "shared-packages",
			setup(building) {
				building.onResolve(
					{ filter: /^(?:react|react-dom|react-router|zod)(?:\/|$)/ },
					({ path }) =>
						SHARED.includes(path)
							? { path, namespace: KEPT }
							: { errors: [{ text: `Only one copy of "${path}" may exist` }] },
				);
				building.onLoad({ filter: /.*/, namespace: KEPT }, ({ path }) => ({
					contents: loadPackage(path),
					loader: "js",
				}));
				// An import gets other files of a package than `require()`.
				building.onResolve({ filter: /.*/ }, ({ path, importer, pluginData }) =>
					Object(pluginData).isResolving || importer !== "<stdin>"
						? undefined
						: building.resolve(path, {
								resolveDir: siteFolder,
								kind: "import-statement",
								pluginData: { isResolving: true },
							}),
				);
			},
		};
	}
}

function loadPackage(name: string): string {
	return `module.exports = globalThis.${LOADERS}[${JSON.stringify(name)}]();`;
}

function sharedPackages(): string {
	const imports = SHARED.map((name, index) => `import * as p${index} from "${name}";`);
	const loaders = SHARED.map((name, index) => `"${name}": () => p${index}`);
	return `${imports.join("\n")}\nObject.assign(globalThis.${LOADERS} ??= {}, { ${loaders.join(", ")} });`;
}
