import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, context, type Metafile, type Plugin } from "esbuild";
import type { BuiltFile } from "./build-id.ts";
import type { Bundler } from "./bundle-client.ts";
import {
	COMMON_OPTIONS,
	DEVELOPMENT_OPTIONS,
	SITE_CODE_OPTIONS,
	serviceBanner,
} from "./common-options.ts";

export const CODE_THREAD = "src/server/site-code/code-thread.ts";

export interface ServerBundle {
	readonly metafile: Metafile;
	/** The module first. */
	readonly files: readonly BuiltFile[];
}

interface ServerSources {
	readonly root: string;
	readonly siteFolder: string;
	readonly isDevelopment?: boolean | undefined;
}

/** Bundles the code thread with the modules of the folder. */
export async function createServerBundler(
	{ root, siteFolder, isDevelopment }: ServerSources,
	plugins: readonly Plugin[],
): Promise<Bundler<ServerBundle>> {
	const building = await context({
		...serverOptions(isDevelopment),
		plugins: [...plugins],
		absWorkingDir: root,
		entryPoints: [CODE_THREAD],
		outfile: "code.js",
		assetNames: "[name].[hash]",
		// For stacks in the log. The sources are in the folder.
		sourcemap: "linked",
		sourcesContent: false,
		metafile: true,
	});
	return {
		dispose: () => building.dispose(),
		async bundle() {
			const { outputFiles, metafile } = await building.rebuild();
			const files = outputFiles
				.filter(({ path }) => /code\.js(?:\.map)?$/.test(path))
				.map(({ path, contents, text }) => ({
					path: basename(path),
					contents: path.endsWith(".map") ? withPaths(text, root, siteFolder) : contents,
				}));
			return { metafile, files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)) };
		},
	};
}

/** Of every bundle for the server. */
export function serverOptions(isDevelopment: boolean | undefined) {
	return {
		...COMMON_OPTIONS,
		...(isDevelopment && DEVELOPMENT_OPTIONS),
		...SITE_CODE_OPTIONS,
		platform: "node",
		target: "node26",
		external: ["*.node"],
		banner: { js: serviceBanner(isDevelopment ? "development" : "production") },
		loader: { ".css": "empty" },
	} satisfies BuildOptions;
}

/** The sources of a map. The other lines have megabytes, so they are not parsed. */
const SOURCES = /(?<="sources": )\[.*\](?=,$)/m;

/** Makes the sources of a map absolute, so that a stack names files of the folder. */
function withPaths(text: string, root: string, siteFolder: string): Uint8Array {
	const absolute = (source: string): string => {
		const own = /^site:(.*)$/.exec(source)?.[1];
		return pathToFileURL(own === undefined ? `${root}/${source}` : `${siteFolder}/${own}`).href;
	};
	return Buffer.from(
		text.replace(SOURCES, (sources) => JSON.stringify(JSON.parse(sources).map(absolute))),
	);
}
