import { readFile } from "node:fs/promises";
import { dirname, relative } from "node:path";
import type { Plugin } from "esbuild";

const RESOLVED = Symbol("resolved");
const LATE = Symbol("late");

/**
 * Puts what the entry and the late chunks share into one chunk.
 *
 * esbuild makes a chunk for each set of entries that shares modules, so a first view would fetch a
 * dozen files of some hundred bytes. Here each late chunk imports the same module, and everything
 * that this one needs has the same set.
 *
 * @param shared Absolute path of a module of the entry without top-level `await`, which would wait
 * for late chunks that wait for it.
 */
export function shareOneChunk(shared: string): Plugin {
	return {
		name: "share-one-chunk",
		setup(build) {
			build.onResolve(
				{ filter: /^\./ },
				async ({ path, kind, resolveDir, importer, pluginData }) => {
					if (kind !== "dynamic-import" || pluginData === RESOLVED) return undefined;
					const place = { kind, resolveDir, importer, pluginData: RESOLVED };
					return { ...(await build.resolve(path, place)), pluginData: LATE };
				},
			);
			build.onLoad({ filter: /\.tsx?$/ }, async ({ path, pluginData }) => {
				if (pluginData !== LATE) return undefined;
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
