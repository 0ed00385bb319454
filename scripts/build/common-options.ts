/** What the bundles of the browser and of the services have in common. */
export const COMMON_OPTIONS = {
	bundle: true,
	write: false,
	format: "esm",
	charset: "utf8",
	jsx: "automatic",
	define: { "process.env.NODE_ENV": '"production"' },
	// Licenses ask for their notice in every copy.
	legalComments: "eof",
	// What comes out must not tell where `node_modules` really lies.
	preserveSymlinks: true,
	// Said here and not found in the tree, so that no file outside `src` changes a build.
	tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
	logLevel: "warning",
} as const;

/** What runs in visitors' browsers is made with these. */
export const BROWSER_OPTIONS = {
	...COMMON_OPTIONS,
	platform: "browser",
	// esbuild takes no list that cannot be changed.
	target: ["chrome111", "firefox113", "safari16.4"] as string[],
	splitting: true,
	minify: true,
	// The notices of all packages are half a kilobyte of every first visit: a script names the file
	// beside it that has them.
	legalComments: "linked",
	// Nearly all of it runs at a start, and React is one function: V8 would skim it beside the
	// page, and compile it in the page's own thread as it runs. So it is told to compile all of
	// it at once, beside the page. Other browsers take it as a comment.
	banner: { js: "//# allFunctionsCalledOnLoad" },
} as const;
