import { readFile } from "node:fs/promises";
import { SourceMap } from "node:module";
import { dirname, extname, join, relative, sep } from "node:path";
import { compile } from "@mdx-js/mdx";
import {
	type Loader,
	type OnLoadResult,
	type OnResolveResult,
	type Plugin,
	transform,
} from "esbuild";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import { parse as parseYaml } from "yaml";
import { componentKey } from "../../content/markdown/directives/site-component.ts";
import { type CodeFolder, listSources } from "../code-folder.ts";
import { browserModule } from "../server-exports.ts";
import { browserTable, SITE, serverTable } from "../site-tables.ts";
import { ASSET } from "./imported-files.ts";
import type { KeptPackages } from "./kept-packages.ts";
import { refreshModule } from "./refresh-module.ts";
import { compileTailwind } from "./tailwind.ts";

export interface SitePluginOptions {
	/** Contains `src` and `node_modules` of the product. */
	readonly root: string;
	/** Real, absolute path. */
	readonly siteFolder: string;
	/** Returns the current listing of the folder. */
	readonly folder: () => CodeFolder;
	readonly side: "browser" | "server";
	/** Whether the build is for a developer; absent: for visitors. */
	readonly isDevelopment?: boolean | undefined;
	/** Packages of a developer's folder that are bundled once; absent: all packages are part of the build. */
	readonly packages?: KeptPackages | undefined;
	/** Called with each file that the build reads, or would read if it existed; relative to the site folder. */
	readonly onInput: (file: string) => void;
}

/** Packages that must have only one copy in a build. */
const SINGLE = /^(?:react|react-dom|react-router|zod)(?:\/|$)/;

/** A module that the browser must not get, by its name. */
const SERVER_FILE = /\.server\.[jt]sx?$/;

const LOADERS: Readonly<Record<string, Loader>> = {
	".json": "json",
	".css": "css",
	".txt": "text",
};

/** Resolves and reads the modules of a site folder for esbuild. */
export function sitePlugin(options: SitePluginOptions): Plugin {
	const { root, siteFolder, folder, side, isDevelopment, packages, onInput } = options;
	return {
		name: "site",
		setup(build) {
			build.onLoad({ filter: /[\\/]src[\\/]app[\\/]site-code\.ts$/ }, ({ path }) => ({
				contents:
					(packages?.imports ?? "") +
					(side === "browser" ? browserTable(folder(), isDevelopment) : serverTable(folder())),
				loader: "js",
				resolveDir: dirname(path),
			}));
			build.onResolve({ filter: /^loggia:(?:modules|refresh)$/ }, ({ path }) => ({
				path: join(root, `src/app/client/development/${path.slice("loggia:".length)}.ts`),
			}));
			build.onResolve({ filter: /^site:/ }, ({ path }) => ({
				path: path.slice(SITE.length + 1),
				namespace: SITE,
			}));
			build.onResolve({ filter: /^loggia(?:\/mdx)?$/ }, ({ path }) => ({
				path: join(root, "src/app", path === "loggia" ? "public-api.ts" : "layout/mdx-layout.tsx"),
			}));
			const singles = new Map<string, Promise<OnResolveResult>>();
			build.onResolve({ filter: SINGLE }, ({ path, kind, importer, pluginData }) => {
				if (Object(pluginData).isResolving || importer.startsWith(root)) return undefined;
				// Cached, since every module with JSX imports one of these packages.
				return singles.getOrInsertComputed(`${kind} ${path}`, () =>
					build.resolve(path, { resolveDir: root, kind, pluginData: RESOLVING }),
				);
			});
			build.onResolve(
				{ filter: /.*/, namespace: SITE },
				async ({ path, importer, kind, pluginData }) => {
					if (Object(pluginData).isResolving) return undefined;
					const resolveDir = dirname(join(siteFolder, importer));
					const found = await build.resolve(siteImport(path, siteFolder), {
						...{ resolveDir, kind, pluginData: RESOLVING },
					});
					if (found.errors.length > 0) {
						const wanted = path.startsWith(".") ? join(resolveDir, path) : path;
						// A new file is an event of its folder.
						onInput(path.startsWith(".") ? fileOf(dirname(wanted)) : `node_modules/${path}`);
						return found;
					}
					if (found.external || found.namespace !== "file") return found;
					const file = fileOf(found.path);
					if (file.includes("node_modules/")) return packages?.resolve(path, found) ?? found;
					onInput(file);
					if (file.startsWith("..")) return found;
					if (side === "browser" && SERVER_FILE.test(file)) {
						return { errors: [{ text: `Code for the browser cannot import "${path}"` }] };
					}
					return { path: file, namespace: SITE, sideEffects: found.sideEffects };
				},
			);
			const transformed = new Map<string, TransformedModule>();
			build.onLoad({ filter: /.*/, namespace: SITE }, ({ path }) => {
				onInput(path);
				return loadModule(path, options, transformed);
			});
		},
	};

	function fileOf(path: string): string {
		return relative(siteFolder, path).split(sep).join("/");
	}
}

/** Marks a look-up by this plugin, which the plugin must not handle again. */
const RESOLVING = { isResolving: true };

/** Docusaurus uses the name `@site` for the folder of the site. */
function siteImport(path: string, siteFolder: string): string {
	return path.startsWith("@site/") ? join(siteFolder, path.slice("@site/".length)) : path;
}

/** A module of an earlier build, which is not transformed again. */
interface TransformedModule {
	readonly key: string;
	readonly result: OnLoadResult;
}

async function loadModule(
	path: string,
	options: SitePluginOptions,
	transformed: Map<string, TransformedModule>,
): Promise<OnLoadResult> {
	const { siteFolder, side } = options;
	const folder = options.folder();
	const isRefreshed = options.isDevelopment === true && side === "browser";
	const file = join(siteFolder, path);
	const extension = extname(path).toLowerCase();
	const resolveDir = dirname(file);
	const loader = ASSET.test(path) ? "file" : LOADERS[extension];
	if (path === folder.styles) {
		const sources = (): Promise<readonly string[]> => sourceTexts(siteFolder);
		const contents = await compileTailwind(siteFolder, await readFile(file, "utf8"), sources);
		return { contents, loader: "css", resolveDir };
	}
	if (loader !== undefined) return { contents: await readFile(file), loader, resolveDir };
	const source = await readFile(file, "utf8");
	const isMdx = extension === ".mdx";
	const isPage = side === "browser" && isPageModule(path, folder);
	const syntax = scriptLoader(extension);
	if (!isMdx && !isPage && !isRefreshed) return { contents: source, loader: syntax, resolveDir };
	// MDX also depends on the names of components.
	const key = JSON.stringify([isPage, source, isMdx && folder.components]);
	const known = transformed.get(path);
	if (known?.key === key) return known.result;
	const result = await transformModule();
	transformed.set(path, { key, result });
	return result;

	async function transformModule(): Promise<OnLoadResult> {
		try {
			if (!isMdx && !isPage) {
				// esbuild names the position of a mistake.
				await transform(source, { loader: syntax, sourcefile: path, logLevel: "silent" });
				return { contents: await refreshModule(path, source, syntax), loader: "js", resolveDir };
			}
			const script = isMdx ? await compileMdx(source, componentFile) : source;
			const { code, map } = await transform(script, {
				sourcemap: "external",
				loader: isMdx ? "js" : syntax,
				jsx: "automatic",
				jsxDev: options.isDevelopment === true,
				target: "es2023",
				sourcefile: path,
				tsconfigRaw: {},
				logLevel: "silent",
			});
			if (!isPage) return { contents: await refreshed(code, map), loader: "js", resolveDir };
			const reduced = browserModule(code, { others: isMdx ? "local" : "refused" });
			const sources = new SourceMap(JSON.parse(map));
			const errors = reduced.problems.map(({ message, line, column }) => {
				const origin = { ...sources.findEntry(line - 1, column) };
				const start = { line: (origin.originalLine ?? 0) + 1, column: origin.originalColumn ?? 0 };
				const lineText = source.split("\n")[start.line - 1] ?? "";
				return { text: message, location: { file: path, ...start, lineText } };
			});
			const contents = errors.length > 0 ? reduced.code : await refreshed(reduced.code, map);
			return { contents, loader: "js", resolveDir, errors };
		} catch (error) {
			return { errors: [errorOf(error, path)] };
		}
	}

	async function refreshed(code: string, map: string): Promise<string> {
		return isRefreshed ? refreshModule(path, code, "js", map) : code;
	}

	function componentFile(name: string): string | undefined {
		const wanted = componentKey(name);
		const found = Object.entries(folder.components).find(([own]) => componentKey(own) === wanted);
		return found && `site:${found[1]}`;
	}
}

function isPageModule(path: string, { pages, pageLayouts }: CodeFolder): boolean {
	return pages.some(({ file }) => file === path) || Object.values(pageLayouts).includes(path);
}

async function sourceTexts(siteFolder: string): Promise<readonly string[]> {
	const files = listSources(siteFolder);
	return Promise.all(files.map((file) => readFile(join(siteFolder, file), "utf8")));
}

function scriptLoader(extension: string): "ts" | "tsx" | "jsx" {
	return extension === ".ts" || extension === ".mts" ? "ts" : extension === ".tsx" ? "tsx" : "jsx";
}

/** Converts an error of esbuild or of MDX, with its position in the file. */
function errorOf(error: unknown, path: string) {
	const { errors, reason, line, column, message } = Object(error);
	const [first] = Array.isArray(errors) ? errors : [];
	if (first !== undefined) {
		return { text: String(first.text), location: { ...first.location, file: path } };
	}
	const place = {
		file: path,
		line: Number(line ?? 0) - MDX_LINES_BEFORE,
		column: Number(column ?? 1) - 1,
	};
	return {
		text: String(reason ?? message),
		location: line === undefined ? { file: path } : place,
	};
}

/** Front matter of a page: YAML between two lines of dashes. */
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

const TAG = /<([A-Z]\w*)/g;

/** Number of lines that the compiler's input has before the first line of the file. */
const MDX_LINES_BEFORE = 2;

/**
 * Compiles a page in MDX into a module that exports the component and `meta`, its front matter.
 *
 * Components of the folder need no import, as in Markdown.
 *
 * @param componentFile Returns the module of a component; `undefined` for any other name.
 * @throws {VFileMessage} Its line counts from {@link MDX_LINES_BEFORE} lines before the file.
 */
async function compileMdx(
	source: string,
	componentFile: (name: string) => string | undefined,
): Promise<string> {
	const [top = "", yaml = ""] = FRONT_MATTER.exec(source) ?? [];
	const body = top.replaceAll(/[^\n]/g, "") + source.slice(top.length);
	const imports = Array.from(new Set(body.match(TAG)), (tag) => tag.slice(1)).flatMap((name) => {
		const file = componentFile(name);
		const isImported = new RegExp(`^import\\b.*\\b${name}\\b`, "m").test(body);
		return file === undefined || isImported ? [] : `import ${name} from ${JSON.stringify(file)};`;
	});
	const meta = /^export\s+const\s+meta\b/m.test(body)
		? []
		: [`export const meta = ${JSON.stringify(parseYaml(yaml) ?? {})};`];
	const layout = /^export\s+default\b|^export\s*\{[^}]*\bdefault\b/m.test(body)
		? []
		: [`export { MdxLayout as default } from "loggia/mdx";`];
	const before = [...imports, ...meta, ...layout].join(" ");
	const compiled = await compile(`${before}\n\n${body}`, {
		remarkPlugins: [remarkGfm],
		rehypePlugins: [rehypeSlug],
	});
	return String(compiled);
}
