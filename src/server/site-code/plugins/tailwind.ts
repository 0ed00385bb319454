import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** The part of Tailwind's own interface that a build needs. */
interface Tailwind {
	compile(
		css: string,
		options: {
			readonly base: string;
			readonly loadStylesheet: (
				id: string,
				base: string,
			) => Promise<{ readonly path: string; readonly base: string; readonly content: string }>;
			readonly loadModule: (
				id: string,
				base: string,
			) => Promise<{ readonly path: string; readonly base: string; readonly module: unknown }>;
		},
	): Promise<{ build(candidates: string[]): string }>;
}

const IMPORTS_TAILWIND = /@import\s+["']tailwindcss\b/;

/** Everything that can be a class name; Tailwind ignores the rest. */
const CANDIDATE = /[^<>"'`\s]*[^<>"'`\s:;,.(){}=]/g;

/**
 * Compiles a style sheet that imports Tailwind, with the package of the site folder.
 *
 * @param css The style sheet of the folder.
 * @param sources Texts that may contain class names.
 */
export async function compileTailwind(
	siteFolder: string,
	css: string,
	sources: () => Promise<readonly string[]>,
): Promise<string> {
	if (!IMPORTS_TAILWIND.test(css)) return css;
	const resolve = (id: string, base: string): string =>
		createRequire(join(base, "_.js")).resolve(id);
	// The package's own documented interface; its version is the folder's choice.
	const { default: tailwind } = (await import(
		pathToFileURL(resolve("tailwindcss", siteFolder)).href
	)) as { readonly default: Tailwind };
	const compiler = await tailwind.compile(css, {
		base: siteFolder,
		async loadStylesheet(id, base) {
			const path = styleSheet(id, base);
			return { path, base: dirname(path), content: await readFile(path, "utf8") };
		},
		async loadModule(id, base) {
			const path = resolve(id, base);
			const { default: module } = await import(pathToFileURL(path).href);
			return { path, base: dirname(path), module };
		},
	});
	const texts = await sources();
	return compiler.build([...new Set(texts.flatMap((text) => text.match(CANDIDATE) ?? []))]);

	function styleSheet(id: string, base: string): string {
		if (id.startsWith(".")) return join(base, id);
		return resolve(id === "tailwindcss" ? "tailwindcss/index.css" : id, base);
	}
}
