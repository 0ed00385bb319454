import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** The module that a site folder imports as `loggia`. */
const ENTRY = "app/public-api";

/** Relative modules in a declaration file. */
const IMPORTED = /(?<=\bfrom |\bimport\()"(\.[^"]+)\.tsx?"/g;

/** Types of files that a module of a site folder may import. */
const FILES = `/** Maps each class name of a CSS module to its class name in the document. */
declare module "*.module.css" {
	const classes: Readonly<Record<string, string>>;
	export default classes;
}

${"svg png jpg jpeg gif webp avif woff2 mp3 mp4 pdf"
	.split(" ")
	.map(
		(extension) =>
			`declare module "*.${extension}" {\n\tconst address: string;\n\texport default address;\n}`,
	)
	.join("\n\n")}
`;

/**
 * Joins the declarations of `loggia` and of the modules that it needs into one file, with an ambient module
 * for each. So a site folder needs neither this program nor a package for its types.
 *
 * @param folder Absolute; contains the declaration files that TypeScript has written of `src`.
 */
export async function loggiaDeclarations(folder: string): Promise<string> {
	const found = new Set([ENTRY]);
	const modules: string[] = [];
	// Iterating over a set includes items that are added meanwhile.
	for (const path of found) {
		const text = await readFile(join(folder, `${path}.d.ts`), "utf8");
		const own = text.replaceAll(IMPORTED, (_, target: string) => {
			const imported = relative(folder, join(folder, dirname(path), target)).replaceAll("\\", "/");
			found.add(imported);
			return JSON.stringify(nameOf(imported));
		});
		const body = own.replaceAll(/^(export )?declare /gm, "$1").trim();
		modules.push(`declare module ${JSON.stringify(nameOf(path))} {\n${indented(body)}\n}`);
	}
	return `${HEAD}\n${FILES}\n${modules.join("\n\n")}\n`;
}

const HEAD = `/** Written by "npm run types" of Loggia; commit this file. */\n`;

function nameOf(path: string): string {
	return path === ENTRY ? "loggia" : `loggia/internal/${path}`;
}

function indented(text: string): string {
	return text.replaceAll(/^(?=.)/gm, "\t");
}
