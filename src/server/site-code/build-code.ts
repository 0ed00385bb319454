import { type BuildFailure, build, type Message, type Plugin } from "esbuild";
import type { BuildManifest } from "../../shared/builds/build-manifest.ts";
import type { Problem } from "../content/problem.ts";
import { type BuiltFile, buildIdOf } from "./bundle/build-id.ts";
import { bundleClient } from "./bundle/bundle-client.ts";
import { COMMON_OPTIONS, SERVICE_BANNER, SITE_CODE_OPTIONS } from "./bundle/common-options.ts";
import type { CodeFolder } from "./code-folder.ts";
import { evaluatingPackages } from "./plugins/evaluating-packages.ts";
import { importedFiles } from "./plugins/imported-files.ts";
import { nativePackages } from "./plugins/native-packages.ts";
import { sitePlugin } from "./plugins/site-plugin.ts";

export interface CodeSources {
	/** Contains `src` and `node_modules` of the product. */
	readonly root: string;
	/** Real, absolute path. */
	readonly siteFolder: string;
	readonly folder: CodeFolder;
	/** Plugins of the product's own build, whose root has no palettes. */
	readonly plugins?: readonly Plugin[];
}

/** The app together with the code of a site folder. */
export interface BuiltCode {
	readonly manifest: BuildManifest;
	/** Named by a hash of their content. */
	readonly assets: readonly BuiltFile[];
	/** The module that runs in the code thread. */
	readonly server: Uint8Array;
	/** Files that the build read, relative to the site folder. */
	readonly inputs: readonly string[];
	/** Mistakes that only show when the code runs. */
	readonly problems: readonly Problem[];
	/** Other files that the build read, relative to the root. */
	readonly sources: readonly string[];
}

/** An input of the site folder, in one of the namespaces of the plugins. */
const SITE_MODULE = /^(?:site|css-module|css-module-text):(.+)$/;

/** The entry of the thread that runs the code. */
export const CODE_THREAD = "src/server/site-code/code-thread.ts";

/**
 * Builds the code of a site folder into the app, for browsers and for the server. The same folder
 * produces the same build on every machine.
 *
 * @returns Problems with file, line and column if a module cannot be built.
 */
export async function buildCode(sources: CodeSources): Promise<BuiltCode | readonly Problem[]> {
	const { root, folder, plugins = [] } = sources;
	try {
		const styles = folder.styles && `site:${folder.styles}`;
		const [client, server] = await Promise.all([
			bundleClient(root, [...sitePlugins(sources, "browser"), ...plugins], { styles }),
			bundleServer(sources),
		]);
		const buildId = buildIdOf([...client.assets, server.file]);
		const inputs = [client.metafile, server.metafile].flatMap(({ inputs }) => Object.keys(inputs));
		return {
			manifest: { buildId, ...client.manifest },
			assets: client.assets,
			server: server.file.contents,
			inputs: [...new Set(inputs.flatMap((path) => SITE_MODULE.exec(path)?.[1] ?? []))],
			problems: evaluatingPackages(root, client),
			sources: [...new Set(inputs.filter((path) => /^(?:src|node_modules)\//.test(path)))],
		};
	} catch (error) {
		const { errors } = Object(error) as Partial<BuildFailure>;
		if (errors === undefined) throw error;
		return problemsOf(errors);
	}
}

function sitePlugins(sources: CodeSources, side: "browser" | "server"): readonly Plugin[] {
	return [importedFiles({ ...sources, side }), sitePlugin({ ...sources, side })];
}

async function bundleServer(sources: CodeSources) {
	const { outputFiles, metafile } = await build({
		...COMMON_OPTIONS,
		...SITE_CODE_OPTIONS,
		plugins: [...sitePlugins(sources, "server"), nativePackages(sources.siteFolder)],
		absWorkingDir: sources.root,
		entryPoints: [CODE_THREAD],
		outfile: "code.js",
		assetNames: "[name].[hash]",
		platform: "node",
		target: "node26",
		external: ["*.node"],
		banner: { js: SERVICE_BANNER },
		loader: { ".css": "empty" },
		metafile: true,
	});
	const { contents = new Uint8Array() } = {
		...outputFiles.find(({ path }) => path.endsWith("code.js")),
	};
	return { metafile, file: { path: "code.js", contents } };
}

function problemsOf(errors: readonly Message[]): readonly Problem[] {
	const problems = errors.map(({ text, location }) => ({
		file: (location?.file ?? ".").replace(/^site:/, ""),
		...(location?.lineText !== undefined && { line: location.line, column: location.column + 1 }),
		message: text,
	}));
	// Both bundles report the same error.
	return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
