import { join } from "node:path";
import { build } from "esbuild";
import { BROWSER_OPTIONS } from "../../src/server/site-code/bundle/common-options.ts";
import { brotli } from "../../src/server/site-code/bundle/precompressed.ts";

/** Minimal script that hydrates a page with react-router in data mode. */
const ENTRY = `
import { createElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, Outlet } from "react-router";
import { RouterProvider } from "react-router/dom";

const router = createBrowserRouter([{ path: "*", Component: Outlet }]);
hydrateRoot(document.body, createElement(RouterProvider, { router }));
`;

/**
 * Measures React, react-dom and the data router alone, built by the same esbuild as the
 * product: the baseline for the scripts of a first view.
 *
 * @returns Bytes in brotli.
 */
export async function measureReactAlone(root: string): Promise<number> {
	const { outputFiles } = await build({
		...BROWSER_OPTIONS,
		absWorkingDir: root,
		stdin: { contents: ENTRY, resolveDir: join(root, "src/app") },
		outdir: "react-alone",
	});
	const scripts = outputFiles.filter(({ path }) => path.endsWith(".js"));
	const compressed = await Promise.all(scripts.map(({ contents }) => brotli(contents, 11)));
	return compressed.reduce((total, { byteLength }) => total + byteLength, 0);
}
