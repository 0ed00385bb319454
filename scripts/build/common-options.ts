import type { Plugin } from "esbuild";
import { palettes } from "../palettes.ts";

/** Options of all bundles. */
export const COMMON_OPTIONS = {
	bundle: true,
	write: false,
	format: "esm",
	charset: "utf8",
	jsx: "automatic",
	plugins: [palettes] as Plugin[],
	define: { "process.env.NODE_ENV": '"production"' },
	// Licenses ask for their notice in every copy.
	legalComments: "eof",
	// The output must not depend on the real place of `node_modules`.
	preserveSymlinks: true,
	// Explicit, so that no file outside `src` changes a build.
	tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
	logLevel: "warning",
} as const;

/** Options of scripts for visitors' browsers. */
export const BROWSER_OPTIONS = {
	...COMMON_OPTIONS,
	platform: "browser",
	// esbuild accepts no readonly list.
	target: ["chrome111", "firefox113", "safari16.4"] as string[],
	splitting: true,
	minify: true,
	// A script links a file with the license notices, which would add half a kilobyte to each first visit.
	legalComments: "linked",
	// Most of it runs at start, and React is one function. V8 would compile it lazily in the page's
	// thread; with this comment it compiles everything at once in a background thread.
	banner: { js: "//# allFunctionsCalledOnLoad" },
} as const;
