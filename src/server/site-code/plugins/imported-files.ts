import { dirname, join, relative, sep } from "node:path";
import type { OnResolveArgs, OnResolveResult, Plugin, PluginBuild } from "esbuild";
import { SITE } from "../site-tables.ts";
import { type CssModule, compileCssModule } from "./css-modules.ts";

export interface ImportedFilesOptions {
	/** Contains `src` of the product. */
	readonly root: string;
	/** Real, absolute path. */
	readonly siteFolder: string;
	readonly side: "browser" | "server";
	/** Called with each file that the build reads; relative to the site folder. */
	readonly onInput: (file: string) => void;
}

/** Files that become files of the build, named by the hash of their content. */
export const ASSET =
	/\.(?:svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|mp3|wav|ogg|m4a|mp4|webm|pdf)$/i;

const CSS_MODULE = "css-module";
const CSS_TEXT = "css-module-text";
const ADDRESS = "address";

/** Marks a look-up by this plugin, which no plugin of the site folder must handle again. */
const RESOLVING = { isResolving: true };

/**
 * Loads CSS modules, and files whose address a module imports, also those of packages.
 *
 * The server's scripts name the same classes and addresses as the browser's.
 */
export function importedFiles({ root, siteFolder, side, onInput }: ImportedFilesOptions): Plugin {
	return {
		name: "imported-files",
		setup(build) {
			build.onResolve({ filter: /\.module\.css$/ }, (args) => resolveTo(build, args, CSS_MODULE));
			const modules = new Map<string, Promise<CssModule>>();
			build.onStart(() => modules.clear());
			const moduleOf = (file: string): Promise<CssModule> =>
				modules.getOrInsertComputed(file, () => compileCssModule(siteFolder, file));
			build.onLoad({ filter: /.*/, namespace: CSS_MODULE }, async ({ path }) => {
				const { script } = await moduleOf(path);
				const styles = side === "browser" ? `import ${JSON.stringify(`${CSS_TEXT}:${path}`)};` : "";
				return { contents: styles + script, loader: "js", resolveDir: siteFolder };
			});
			build.onResolve({ filter: new RegExp(`^${CSS_TEXT}:`) }, ({ path }) => ({
				path: path.slice(CSS_TEXT.length + 1),
				namespace: CSS_TEXT,
			}));
			build.onLoad({ filter: /.*/, namespace: CSS_TEXT }, async ({ path }) => {
				const { css } = await moduleOf(path);
				return { contents: css, loader: "css", resolveDir: dirname(join(siteFolder, path)) };
			});
			build.onResolve({ filter: ASSET }, (args) =>
				resolveTo(build, args, args.kind === "url-token" ? SITE : ADDRESS),
			);
			build.onLoad({ filter: /.*/, namespace: ADDRESS }, ({ path }) => ({
				contents: `import name from ${JSON.stringify(`${SITE}:${path}`)};\n${ADDRESSES[side]}`,
				loader: "js",
				resolveDir: siteFolder,
			}));
		},
	};

	async function resolveTo(
		build: PluginBuild,
		{ path, kind, importer, namespace, resolveDir, pluginData }: OnResolveArgs,
		target: string,
	): Promise<OnResolveResult | undefined> {
		const isOwn = namespace === "file" && importer.startsWith(join(root, "src"));
		if (Object(pluginData).isResolving || isOwn || path.startsWith(`${SITE}:`)) return undefined;
		const asked = path.startsWith("@site/") ? join(siteFolder, path.slice("@site/".length)) : path;
		const found = await build.resolve(asked, { resolveDir, kind, pluginData: RESOLVING });
		if (found.errors.length > 0) return found;
		const file = relative(siteFolder, found.path).split(sep).join("/");
		if (found.external || file.startsWith("..")) return undefined;
		onInput(file);
		return { path: file, namespace: target, sideEffects: target !== ADDRESS };
	}
}

/** The base path is known when the code runs. */
const ADDRESSES = {
	browser: "export default new URL(name, import.meta.url).pathname;",
	server: `import { workerData } from "node:worker_threads";
		export default workerData.basePath + "/_nuxt/" + name.slice("./".length);`,
} as const;
