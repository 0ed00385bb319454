/** Options of all bundles. */
export const COMMON_OPTIONS = {
	bundle: true,
	write: false,
	format: "esm",
	charset: "utf8",
	jsx: "automatic",
	define: { "process.env.NODE_ENV": '"production"' },
	// Licenses ask for their notice in every copy.
	legalComments: "eof",
	// The output must not depend on the real place of `node_modules`.
	preserveSymlinks: true,
	// Explicit, so that no file outside `src` changes a build.
	tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
	logLevel: "warning",
} as const;

/**
 * Stands before everything else. React chooses between its two builds when it is loaded, and a
 * service that was built for production must not depend on how it is started. Packages in
 * CommonJS ask for Node's own modules by `require`, which a module does not have by itself.
 */
export const SERVICE_BANNER = `import "data:text/javascript,process.env.NODE_ENV='production'";
import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);`;

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

/** The modules of a site folder may import a type as they import a value. */
export const SITE_CODE_OPTIONS = { tsconfigRaw: {}, logLevel: "silent" } as const;
