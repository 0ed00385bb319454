/** What the bundles of the browser and of the services have in common. */
export const COMMON_OPTIONS = {
	bundle: true,
	write: false,
	format: "esm",
	charset: "utf8",
	jsx: "automatic",
	define: { "process.env.NODE_ENV": '"production"' },
	// Licences ask for their notice in every copy.
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
} as const;
