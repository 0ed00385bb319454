/** Options of all bundles. */
export const COMMON_OPTIONS = {
	bundle: true,
	write: false,
	format: "esm",
	charset: "utf8",
	jsx: "automatic",
	define: { "process.env.NODE_ENV": '"production"' },
	// Licenses require their notice in every copy.
	legalComments: "eof",
	// The output must not depend on the real location of `node_modules`.
	preserveSymlinks: true,
	// Explicit, so that no file outside `src` changes a build.
	tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
	logLevel: "warning",
} as const;

/**
 * First line of every service bundle. React chooses between its two builds when it is loaded, and a
 * production service must not depend on how it is started. CommonJS packages load Node's own modules
 * with `require`, which ES modules lack.
 */
export const SERVICE_BANNER = serviceBanner("production");

export function serviceBanner(nodeEnv: "production" | "development"): string {
	return `import "data:text/javascript,process.env.NODE_ENV='${nodeEnv}'";
import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);`;
}

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
	// Most of the code runs at start, and React is one function. V8 would compile it lazily in the page's
	// thread; with this comment it compiles everything at once in a background thread.
	banner: { js: "//# allFunctionsCalledOnLoad" },
} as const;

/** Modules of a site folder may import a type without `import type`. */
export const SITE_CODE_OPTIONS = { tsconfigRaw: {}, logLevel: "silent" } as const;

/** Development React, which names files, lines and mismatches. */
export const DEVELOPMENT_OPTIONS = {
	define: { "process.env.NODE_ENV": '"development"' },
	jsxDev: true,
} as const;

/**
 * React registers itself at this object when it is loaded, which may be before the runtime of React
 * Fast Refresh is loaded.
 */
const REFRESH_HOOK = `globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ ??= { renderers: new Map(), supportsFiber: true,
	inject(renderer) { return this.renderers.set(this.renderers.size + 1, renderer).size; },
	onCommitFiberRoot() {}, onCommitFiberUnmount() {}, onScheduleFiberRoot() {} };`;

/** Options of scripts for the browser of a developer. */
export const BROWSER_DEVELOPMENT_OPTIONS = {
	...DEVELOPMENT_OPTIONS,
	minify: false,
	sourcemap: "linked",
	legalComments: "none",
	banner: { js: REFRESH_HOOK },
} as const;
