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
	/** URL paths, such as `/api/quote`. */
	readonly api: readonly string[];
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
export function isOnePath({ pattern }: Pick<CodePage, "pattern">): boolean {
	return !isPattern(pattern);
}

export function isPattern(path: string): boolean {
	return /\/[:*]/.test(path);
}

/** Finds the page for a path, and the values of the placeholders in its pattern. */
export function matchCodePage(
	pages: readonly CodePage[],
	path: string,
): { readonly page: CodePage; readonly params: Params } | undefined {
	for (const page of pages) {
		const match = matchPath({ path: page.pattern, caseSensitive: true }, path);
		if (match === null) continue;
		const { rest } = page;
		return { page, params: { ...match.params, ...(rest && { [rest]: match.params["*"] }) } };
	}
	return undefined;
}

/** A page that is a module. */
export interface CodePage {
	readonly id: string;
	/** Relative to the site folder, with forward slashes. */
	readonly file: string;
	/** A path pattern of react-router. */
	readonly pattern: string;
	/** Name of the placeholder for the rest of the path; react-router names it `*`. */
	readonly rest?: string;
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
