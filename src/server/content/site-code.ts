import { matchPath, type Params } from "react-router";
import type { BuildManifest } from "../../shared/builds/build-manifest.ts";
import type { ParsedPage } from "./pages/parse-page.ts";
import type { Problem } from "./problem.ts";

/** The code of a site folder, built. */
export interface SiteCode {
	readonly manifest: BuildManifest;
	/** The absolute path of the module that runs in the code thread. */
	readonly module: string;
	/** The most specific pattern first. */
	readonly pages: readonly CodePage[];
	/** Names of files without their extensions. */
	readonly components: readonly string[];
	readonly layouts: readonly string[];
	readonly middleware: readonly string[];
	readonly islands: readonly string[];
	/** URL paths, such as `/api/quote`. */
	readonly api: readonly string[];
}

/** The code of a site folder, as far as it can be used. */
export interface SiteCodeReading {
	/** The last good build; absent: the folder has no code, or none of it could ever be built. */
	readonly code?: SiteCode;
	/** Why the code is not what the folder holds, and which pages have mistakes. */
	readonly problems: readonly Problem[];
	/** Absolute, to be watched. */
	readonly folders: readonly string[];
}

/** Whether a pattern is one path: a page with placeholders has many paths, and is in no list. */
export function isOnePath({ pattern }: Pick<CodePage, "pattern">): boolean {
	return !/\/[:*]/.test(pattern);
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
	/** Name of the placeholder for the rest of the path, which is `*` otherwise. */
	readonly rest?: string;
	readonly hasLoader: boolean;
	/** Absent: what its loader gives is asked for with each request. */
	readonly cacheSeconds?: number;
	/** With the front matter of `meta` and the rendered text; a page with placeholders has no text. */
	readonly parsed: ParsedPage;
}
