import { createHash } from "node:crypto";
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
import { componentKey } from "../content/markdown/boxes/site-component.ts";
import type { CodeFolder } from "./code-folder.ts";
import { browserModule } from "./server-exports.ts";
import { browserTable, serverTable } from "./site-tables.ts";

export interface SitePluginOptions {
	/** Contains `src` and `node_modules` of the product. */
	readonly root: string;
	/** Real, absolute path. */
	readonly siteFolder: string;
	readonly folder: CodeFolder;
	readonly side: "browser" | "server";
}

/** Namespace of the site folder's modules. Relative names make a build the same on every machine. */
const SITE = "site";

/** Namespace of modules that export the class names of a CSS module. */
const SITE_CLASSES = "site-classes";

/** Packages that must have only one copy in a build. */
const SINGLE = /^(?:react|react-dom|react-router|zod)(?:\/|$)/;

const DATA_FILES = ".svg .png .jpg .jpeg .gif .webp .avif .woff2".split(" ");

const LOADERS: Readonly<Record<string, Loader>> = {
	...{ ".json": "json", ".css": "css", ".txt": "text" },
	...Object.fromEntries(DATA_FILES.map((extension) => [extension, "dataurl"] as const)),
};

/** Resolves and reads the modules of a site folder for esbuild. */
export function sitePlugin(options: SitePluginOptions): Plugin {
	const { root, siteFolder, folder, side } = options;
	return {
		name: "site",
		setup(build) {
			build.onLoad({ filter: /[\\/]src[\\/]app[\\/]site-code\.ts$/ }, () => ({
				contents: side === "browser" ? browserTable(folder) : serverTable(folder),
				loader: "js",
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
				if (pluginData === RESOLVING || importer.startsWith(root)) return undefined;
				// Cached, since every module with JSX imports one of these packages.
				return singles.getOrInsertComputed(`${kind} ${path}`, () =>
					build.resolve(path, { resolveDir: root, kind, pluginData: RESOLVING }),
				);
			});
			build.onResolve({ filter: /.*/, namespace: SITE }, async ({ path, importer, kind }) => {
				const resolveDir = dirname(join(siteFolder, importer));
				const found = await build.resolve(siteImport(path, siteFolder), {
					...{ resolveDir, kind, pluginData: RESOLVING },
				});
				if (found.errors.length > 0 || found.external || found.namespace !== "file") return found;
				const file = relative(siteFolder, found.path).split(sep).join("/");
				if (file.startsWith("..") || file.includes("node_modules/")) return found;
				const isClasses = file.endsWith(".module.css");
				// In the browser, a module that only the server uses is removed even if loading it has side effects.
				const sideEffects = side === "server" || file.endsWith(".css");
				return { path: file, namespace: isClasses ? SITE_CLASSES : SITE, sideEffects };
			});
			build.onLoad({ filter: /.*/, namespace: SITE }, ({ path }) => loadModule(path, options));
			build.onLoad({ filter: /.*/, namespace: SITE_CLASSES }, async ({ path }) => {
				const classes = classesIn(path, await readFile(join(siteFolder, path), "utf8"));
				const contents = `import ${JSON.stringify(`site:${path}`)};\nexport default ${JSON.stringify(classes)};`;
				return { contents, loader: "js", resolveDir: siteFolder };
			});
		},
	};
}

/** Marks a look-up by this plugin, which the plugin must not handle again. */
const RESOLVING = { isResolving: true };

/** Docusaurus uses the name `@site` for the folder of the site. */
function siteImport(path: string, siteFolder: string): string {
	return path.startsWith("@site/") ? join(siteFolder, path.slice("@site/".length)) : path;
}

async function loadModule(
	path: string,
	{ siteFolder, folder, side }: SitePluginOptions,
): Promise<OnLoadResult> {
	const file = join(siteFolder, path);
	const extension = extname(path).toLowerCase();
	const resolveDir = dirname(file);
	const loader = LOADERS[extension];
	if (path.endsWith(".module.css")) {
		const text = await readFile(file, "utf8");
		return { contents: withOwnClasses(text, classesIn(path, text)), loader: "css", resolveDir };
	}
	if (loader !== undefined) return { contents: await readFile(file), loader, resolveDir };
	const source = await readFile(file, "utf8");
	const isMdx = extension === ".mdx";
	const isPage = side === "browser" && folder.pages.some((page) => page.file === path);
	if (!isMdx && !isPage) return { contents: source, loader: scriptLoader(extension), resolveDir };
	try {
		const script = isMdx ? await compileMdx(source, componentFile) : source;
		const { code, map } = await transform(script, {
			sourcemap: "external",
			loader: isMdx ? "js" : scriptLoader(extension),
			jsx: "automatic",
			target: "es2023",
			sourcefile: path,
			tsconfigRaw: {},
			logLevel: "silent",
		});
		if (!isPage) return { contents: code, loader: "js", resolveDir };
		const reduced = browserModule(code, { others: isMdx ? "local" : "refused" });
		const sources = new SourceMap(JSON.parse(map));
		const errors = reduced.problems.map(({ message, line, column }) => {
			const origin = { ...sources.findEntry(line - 1, column) };
			const start = { line: (origin.originalLine ?? 0) + 1, column: origin.originalColumn ?? 0 };
			const lineText = source.split("\n")[start.line - 1] ?? "";
			return { text: message, location: { file: path, ...start, lineText } };
		});
		return { contents: reduced.code, loader: "js", resolveDir, errors };
	} catch (error) {
		return { errors: [errorOf(error, path)] };
	}

	function componentFile(name: string): string | undefined {
		const wanted = componentKey(name);
		const found = Object.entries(folder.components).find(([own]) => componentKey(own) === wanted);
		return found && `site:${found[1]}`;
	}
}

function scriptLoader(extension: string): Loader {
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

const CLASS = /\.(-?[_a-zA-Z][\w-]*)(?=[^{}"']*\{)/g;

/** @returns The class name in the document for each class of a CSS module. */
function classesIn(path: string, text: string): Readonly<Record<string, string>> {
	const mark = createHash("sha256").update(path).digest("hex").slice(0, 6);
	const names = Array.from(text.matchAll(CLASS), ([, name = ""]) => name);
	return Object.fromEntries(names.map((name) => [name, `${name}_${mark}`]));
}

function withOwnClasses(text: string, classes: Readonly<Record<string, string>>): string {
	return text.replace(CLASS, (_whole, name: string) => `.${classes[name] ?? name}`);
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
