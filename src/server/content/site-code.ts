import { matchPath, type Params } from "react-router";
import type { BuildManifest } from "../../shared/builds/build-manifest.ts";
import type { ParsedPage } from "./pages/parse-page.ts";
import type { Problem } from "./problem.ts";

/** The built code of a site folder. */
export interface SiteCode {
	readonly manifest: BuildManifest;
	/** The absolute path of the module that runs in the code thread. */
	readonly module: string;
	/** Absolute path of the folder with the packages of the code. */
	readonly siteFolder: string;
	/** Base path of the addresses in the code. */
	readonly basePath: string;
	/** Pages, the most specific pattern first. */
	readonly pages: readonly CodePage[];
	/** File names without extension. */
	readonly components: readonly string[];
	readonly layouts: readonly string[];
	readonly middleware: readonly string[];
	readonly islands: readonly string[];
	/** Paths of functions, the most specific pattern first. */
	readonly api: readonly PathPattern[];
}

/** The paths of a module. */
export interface PathPattern {
	/** A path pattern of react-router, such as `/team/:name`. */
	readonly pattern: string;
	/** Name of the placeholder for the rest of the path, as in `[...rest]`; react-router names it `*`. */
	readonly rest?: string;
}

/** The usable code of a site folder, and its problems. */
export interface SiteCodeReading {
	/** The last successful build; absent: the folder has no code, or no build has succeeded. */
	readonly code?: SiteCode;
	/** Errors because of which `code` is outdated, and mistakes in pages. */
	readonly problems: readonly Problem[];
	/** Absolute paths of the folders to watch. */
	readonly folders: readonly string[];
}

/** Whether a pattern is a single path. A page with placeholders has many paths, so no list has it. */
export function isOnePath({ pattern }: PathPattern): boolean {
	return !isPattern(pattern);
}

export function isPattern(path: string): boolean {
	return /\/[:*]/.test(path);
}

/**
 * Finds the module for a path, and the values of the placeholders in its pattern. Access rules use it too,
 * so that they apply to exactly the paths that the router serves.
 */
export function matchPattern<Module extends PathPattern>(
	modules: readonly Module[],
	path: string,
): { readonly module: Module; readonly params: Params } | undefined {
	for (const module of modules) {
		const match = matchPath({ path: module.pattern, caseSensitive: true }, path);
		if (match === null) continue;
		const { rest } = module;
		return { module, params: { ...match.params, ...(rest && { [rest]: match.params["*"] }) } };
	}
	return undefined;
}

/** A page that is a module. */
export interface CodePage extends PathPattern {
	readonly id: string;
	/** Relative to the site folder, with forward slashes. */
	readonly file: string;
	/** Whether a request can change the answer: by a loader, by middleware or by `meta`. */
	readonly hasLoader: boolean;
	readonly hasAction?: boolean;
	/** Lifetime of cached loader data; absent: the loader runs for each request. */
	readonly cacheSeconds?: number;
	/** Has the front matter of `meta` and the rendered text; a page with placeholders has no text. */
	readonly parsed: ParsedPage;
	/** Pages of the values that `paths` returns; absent: unknown. */
	readonly listed?: readonly ParsedPage[];
}
