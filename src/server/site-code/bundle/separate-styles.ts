import { basename, join } from "node:path";
import { type BuildOptions, build, type Metafile, type OutputFile, type Plugin } from "esbuild";
import { SITE_TABLE } from "./site-files.ts";

export interface BundledFiles {
	readonly outputFiles: readonly OutputFile[];
	readonly metafile: Metafile;
}

type BundleOptions = BuildOptions & { readonly absWorkingDir: string };

/**
 * Removes styles of the modules in the table of the site folder from the style sheets of scripts that reach the
 * table. esbuild adds the styles of dynamic imports: every page would load the styles of every component, also
 * those that only private pages use.
 *
 * @param options Of the build.
 */
export async function separateStyles(
	built: BundledFiles,
	options: BundleOptions,
): Promise<BundledFiles> {
	const { inputs } = built.metafile;
	const outputs: Metafile["outputs"] = { ...built.metafile.outputs };
	const files = new Map(built.outputFiles.map((file) => [basename(file.path), file]));
	const replaced: string[] = [];
	for (const [script, output] of Object.entries(outputs)) {
		const { entryPoint = "", cssBundle = "", ...rest } = output;
		const imported = { inputs, entryPoint, sheets: outputs[cssBundle]?.inputs ?? {} };
		const own = stylesOf(imported, { reachesTable: false });
		if (own.length === stylesOf(imported, { reachesTable: true }).length) continue;
		replaced.push(cssBundle);
		outputs[script] = { entryPoint, ...rest };
		if (own.length === 0) continue;
		const sheet = await buildSheet(own, options);
		Object.assign(outputs, sheet.metafile.outputs);
		for (const file of sheet.outputFiles) files.set(basename(file.path), file);
		const [path = ""] = Object.keys(sheet.metafile.outputs).filter((name) => name.endsWith(".css"));
		outputs[script] = { entryPoint, ...rest, cssBundle: path };
	}
	// Sheets with the same content are one file.
	const used = new Set(Object.values(outputs).map(({ cssBundle }) => cssBundle));
	for (const path of replaced) {
		if (used.has(path)) continue;
		delete outputs[path];
		files.delete(basename(path));
	}
	return { outputFiles: [...files.values()], metafile: { inputs, outputs } };
}

interface ImportedStyles {
	readonly inputs: Metafile["inputs"];
	readonly entryPoint: string;
	/** All style sheets that the entry point can reach. */
	readonly sheets: object;
}

/** @returns Style sheets that the modules of an entry point import, in esbuild's order. */
function stylesOf(
	{ inputs, entryPoint, sheets }: ImportedStyles,
	{ reachesTable }: { readonly reachesTable: boolean },
): readonly string[] {
	const seen = new Set<string>();
	const visit = (path: string): readonly string[] => {
		if (seen.has(path)) return [];
		seen.add(path);
		if (Object.hasOwn(sheets, path)) return [path];
		const imports = inputs[path]?.imports ?? [];
		return imports.flatMap(({ kind, path: next }) =>
			kind === "dynamic-import" && path === SITE_TABLE && !reachesTable ? [] : visit(next),
		);
	};
	return visit(entryPoint);
}

async function buildSheet(sheets: readonly string[], options: BundleOptions) {
	const { entryPoints: _, plugins = [], ...common } = options;
	const contents = sheets.map((path) => `@import ${JSON.stringify(path)};`).join("\n");
	return build({
		...common,
		plugins: [resolvedAlready(options.absWorkingDir), ...plugins],
		stdin: { contents, loader: "css", resolveDir: options.absWorkingDir },
		metafile: true,
		write: false,
	});
}

/** The metafile names inputs by their namespace and path; paths of files are relative to the root. */
function resolvedAlready(root: string): Plugin {
	return {
		name: "resolved-already",
		setup(build) {
			build.onResolve({ filter: /.*/ }, ({ path, importer }) => {
				if (importer !== "<stdin>") return undefined;
				const [, namespace, name = path] = /^([\w-]+):(.+)$/s.exec(path) ?? [];
				return namespace === undefined ? { path: join(root, name) } : { path: name, namespace };
			});
		},
	};
}
