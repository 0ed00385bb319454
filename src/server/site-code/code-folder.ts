import { globSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { parsePageName } from "../content/page-path.ts";
import type { PathPattern } from "../content/site-code.ts";

/** A module of `api/`. */
export interface ApiFile extends PathPattern {
	/** Relative to the site folder, with forward slashes. */
	readonly file: string;
}

/** A React page of the site folder. */
export interface CodePageFile extends ApiFile {
	/** The file without its extension, such as `pages/team/[name]`. */
	readonly id: string;
	/** Ids of the nested layouts around the page, outermost first. */
	readonly layouts: readonly string[];
}

/** Module files by the name that Markdown, front matter or a URL uses. */
export type NamedFiles = Readonly<Record<string, string>>;

/** The code of a site folder, before anything is built. */
export interface CodeFolder {
	/** Pages, most specific pattern first. */
	readonly pages: readonly CodePageFile[];
	/** Nested layouts, such as `pages/shop/layout`, by route id. */
	readonly pageLayouts: NamedFiles;
	readonly components: NamedFiles;
	readonly layouts: NamedFiles;
	readonly middleware: NamedFiles;
	readonly islands: NamedFiles;
	/** Functions, most specific pattern first. */
	readonly api: readonly ApiFile[];
	/** The style sheet of the folder, if it has one. */
	readonly styles?: string;
	/** Changes when a file in the code folders, a package, `package.json` or the style sheet changes. */
	readonly stamp: string;
}

/** The extensions of modules, by folder. */
const MODULES = {
	pages: /\.(?:[jt]sx|mdx)$/,
	components: /\.[jt]sx$/,
	layouts: /\.[jt]sx$/,
	middleware: /\.[jt]s$/,
	islands: /\.[jt]sx$/,
	api: /\.[jt]s$/,
} as const;

export const CODE_FOLDERS = Object.keys(MODULES) as readonly (keyof typeof MODULES)[];

const STYLES = "styles.css";

/** npm's record of the installed packages. */
export const INSTALLED = "node_modules/.package-lock.json";

/** Test files beside modules. */
const TEST = /\.(?:test|spec)\.[jt]sx?$/;

/** Lists the code of a site folder. */
export function listCodeFolder(siteFolder: string): CodeFolder {
	const files = CODE_FOLDERS.flatMap((folder) => filesBelow(siteFolder, folder));
	const modules = (folder: keyof typeof MODULES): readonly string[] =>
		files.filter(
			(file) => file.startsWith(`${folder}/`) && MODULES[folder].test(file) && !TEST.test(file),
		);
	const named = (folder: keyof typeof MODULES): NamedFiles =>
		Object.fromEntries(
			modules(folder).flatMap((file) => {
				// Docusaurus sites use `components/Name/index.tsx`.
				const id = withoutExtension(file).replace(/(?<=\/[^/]+)\/index$/, "");
				return dirname(id) === folder ? [[basename(id), file] as const] : [];
			}),
		);
	const isLayout = (file: string): boolean => /\/layout\.[jt]sx$/.test(file);
	const pageLayouts = modules("pages").filter(isLayout);
	const hasStyles = stampOf(join(siteFolder, STYLES)) !== undefined;
	return {
		pages: modules("pages")
			.filter((file) => !isLayout(file))
			.map((file) => pageOf(file, pageLayouts))
			.toSorted(mostSpecificFirst),
		pageLayouts: Object.fromEntries(pageLayouts.map((file) => [withoutExtension(file), file])),
		components: named("components"),
		layouts: named("layouts"),
		middleware: named("middleware"),
		islands: named("islands"),
		api: modules("api")
			.map((file) => ({ file, ...patternOf(`/${withoutExtension(file)}`) }))
			.toSorted(mostSpecificFirst),
		...(hasStyles && { styles: STYLES }),
		stamp: stampOfFiles(siteFolder, [...files, "package.json", INSTALLED, STYLES]),
	};
}

/** Lists the files of a site folder that may contain names of classes, without packages. */
export function listSources(siteFolder: string): readonly string[] {
	return globSync("**/*.{ts,tsx,js,jsx,md,mdx,html}", {
		cwd: siteFolder,
		exclude: ["**/node_modules", "public"],
	}).toSorted();
}

/** Returns a stamp that changes when a file changes. @param files Relative to the site folder. */
export function stampOfFiles(siteFolder: string, files: readonly string[]): string {
	return files.map((file) => `${file} ${stampOf(join(siteFolder, file)) ?? ""}`).join("\n");
}

/**
 * Derives the pattern of a page from its file name.
 *
 * @example
 * pageOf("pages/team/[name].tsx").pattern; // "/team/:name"
 */
export function pageOf(file: string, pageLayouts: readonly string[] = []): CodePageFile {
	const id = withoutExtension(file);
	const layouts = pageLayouts.filter((layout) => file.startsWith(`${dirname(layout)}/`));
	// A folder in parentheses only groups its pages.
	const { path } = parsePageName(
		id.slice("pages/".length).replaceAll(/(?:^|(?<=\/))\([^/]+\)\//g, ""),
	);
	return {
		id,
		file,
		...patternOf(path),
		layouts: layouts.map(withoutExtension).toSorted((one, other) => one.length - other.length),
	};
}

function patternOf(path: string): PathPattern {
	const rest = /\/\[\.{3}([\w-]+)\]$/.exec(path)?.[1];
	const pattern = path
		.replace(/\/\[\.{3}[\w-]+\]$/, "/*")
		.replace(/(?<=\/)\[([\w-]+)\](?=\/|$)/g, ":$1");
	return { pattern, ...(rest !== undefined && { rest }) };
}

/** Sorts fixed segments before placeholders, and placeholders before the rest of a path. */
function mostSpecificFirst(one: PathPattern, other: PathPattern): number {
	const [first, second] = [one, other].map(({ pattern }) =>
		pattern.replaceAll(/[^/]+/g, (segment) =>
			segment === "*" ? "2" : segment.startsWith(":") ? "1" : `0${segment}`,
		),
	);
	return (first ?? "") < (second ?? "") ? -1 : 1;
}

function filesBelow(siteFolder: string, folder: string): readonly string[] {
	let entries: readonly string[];
	try {
		entries = readdirSync(join(siteFolder, folder), { recursive: true, encoding: "utf8" });
	} catch {
		// Most sites have only some of the folders.
		return [];
	}
	return entries
		.map((entry) => `${folder}/${entry.replaceAll("\\", "/")}`)
		.filter((file) => !file.includes("/node_modules/") && extname(file) !== "")
		.toSorted();
}

function stampOf(file: string): string | undefined {
	try {
		const { size, mtimeMs, ino } = statSync(file);
		return `${size} ${mtimeMs} ${ino}`;
	} catch {
		// The file was deleted meanwhile, or never existed.
		return undefined;
	}
}

function withoutExtension(file: string): string {
	return file.slice(0, file.length - extname(file).length);
}
