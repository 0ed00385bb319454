import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { build, type Plugin } from "esbuild";

export interface CssModule {
	/** A script that exports the class names in the document. */
	readonly script: string;
	readonly css: string;
}

const MODULE = "css-module";

/**
 * Compiles a CSS module with esbuild's own rules. It is compiled by itself: esbuild shortens class names
 * in scripts for browsers, so two builds would disagree about them.
 *
 * @param file Relative to the site folder. The class names contain a hash of it.
 */
export async function compileCssModule(siteFolder: string, file: string): Promise<CssModule> {
	const { outputFiles } = await build({
		stdin: {
			contents: `export { default } from ${JSON.stringify(`./${basename(file)}`)};`,
			resolveDir: join(siteFolder, dirname(file)),
		},
		...{ bundle: true, write: false, format: "esm", charset: "utf8", outfile: "module.js" },
		plugins: [ownNames(siteFolder)],
		logLevel: "silent",
	});
	const textOf = (extension: string): string =>
		outputFiles.find(({ path }) => path.endsWith(extension))?.text ?? "";
	const { default: names } = await import(
		`data:text/javascript,${encodeURIComponent(textOf(".js"))}`
	);
	return { script: scriptOf(names), css: textOf(".css") };
}

/** esbuild exports a single name only to modules of the same build. */
function scriptOf(names: Readonly<Record<string, string>>): string {
	const single = Object.entries(names).flatMap(([name, value], index) =>
		/^[A-Za-z_$][\w$]*$/.test(name) && name !== "default"
			? `const name${index} = ${JSON.stringify(value)}; export { name${index} as ${name} };`
			: [],
	);
	return [`export default ${JSON.stringify(names)};`, ...single].join("\n");
}

/** esbuild names a class after its file, so the name of the file gets the hash of its path. */
function ownNames(siteFolder: string): Plugin {
	return {
		name: MODULE,
		setup(build) {
			build.onResolve({ filter: /.*/ }, ({ path, kind, resolveDir }) => {
				const found = join(resolveDir, path);
				// The outer build resolves addresses and imported style sheets, from the folder of this file.
				if (kind === "url-token" || kind === "import-rule") {
					return { path: path.startsWith(".") ? found : path, external: true };
				}
				if (!path.startsWith(".")) return undefined;
				const relative = found.slice(siteFolder.length + 1);
				const mark = hash("sha256", relative, "hex").slice(0, 6);
				const unique = `${basename(path).replace(".module.css", "")}_${mark}.module.css`;
				return { path: unique, namespace: MODULE, pluginData: found };
			});
			build.onLoad({ filter: /.*/, namespace: MODULE }, async ({ pluginData: file }) => ({
				contents: await readFile(file),
				loader: "local-css",
				resolveDir: dirname(file),
			}));
		},
	};
}
