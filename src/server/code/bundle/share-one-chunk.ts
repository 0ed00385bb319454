import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import type { Plugin } from "esbuild";

const LATE_IMPORT = /\bimport\("(\.[^"]+\.tsx?)"\)/g;

/**
 * Puts what the entry and the late chunks share into one chunk.
 *
 * esbuild makes a chunk for each set of entries that shares modules, so a first view would fetch a
 * dozen files of some hundred bytes. Here each late chunk imports the same module, and everything
 * that this one needs has the same set.
 *
 * @param sources Absolute path of the folder whose modules import late chunks.
 * @param shared Absolute path of a module of the entry without top-level `await`, which would wait
 * for late chunks that wait for it.
 */
export function shareOneChunk(sources: string, shared: string): Plugin {
	return {
		name: "share-one-chunk",
		setup(build) {
			const late = lateModules(sources);
			const names = Array.from(late, (path) => basename(path).replaceAll(".", "\\."));
			// esbuild matches it by itself: to ask for each module takes a third of a build.
			const filter = new RegExp(`[\\\\/](?:${names.join("|")})$`);
			build.onLoad({ filter }, async ({ path }) => {
				if (!late.has(path)) return undefined;
				const text = await readFile(path, "utf8");
				// Relative, since names of chunks depend on the text of their modules.
				const target = `./${relative(dirname(path), shared).replaceAll("\\", "/")}`;
				return {
					contents: `${text}\nimport ${JSON.stringify(target)};\n`,
					loader: path.endsWith("x") ? "tsx" : "ts",
					resolveDir: dirname(path),
				};
			});
		},
	};
}

function lateModules(sources: string): ReadonlySet<string> {
	const files = globSync("**/*.{ts,tsx}", { cwd: sources }).map((file) => join(sources, file));
	return new Set(
		files.flatMap((file) =>
			Array.from(readFileSync(file, "utf8").matchAll(LATE_IMPORT), ([, path = ""]) =>
				join(dirname(file), path),
			),
		),
	);
}
