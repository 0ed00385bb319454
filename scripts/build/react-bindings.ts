import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";

/** What modules import of React, and the file of the package that names what there is. */
const FILES: ReadonlyMap<string, string> = new Map([
	["react", "cjs/react.production.js"],
	["react/jsx-runtime", "cjs/react-jsx-runtime.production.js"],
]);

const NAME = "react-bindings";

/**
 * Lets modules call React's functions themselves. React is published in CommonJS, of which esbuild
 * makes an object with a getter for each name, and every element and every hook goes through one:
 * a tenth of what rendering a page takes.
 */
export const reactBindings: Plugin = {
	name: NAME,
	setup(build) {
		build.onResolve({ filter: /^react(?:\/jsx-runtime)?$/ }, ({ path, kind, namespace }) =>
			kind === "import-statement" && namespace !== NAME ? { path, namespace: NAME } : undefined,
		);
		build.onLoad({ filter: /./, namespace: NAME }, async ({ path }) => {
			const resolveDir = build.initialOptions.absWorkingDir ?? process.cwd();
			const entry = await build.resolve("react", { kind: "require-call", resolveDir });
			const file = join(dirname(entry.path), FILES.get(path) ?? "");
			const names = exportedNames(await readFile(file, "utf8"));
			return { contents: bindings(path, names), resolveDir };
		});
	},
};

/** @throws {Error} When nothing is exported in this way: then the package has changed. */
export function exportedNames(source: string): readonly string[] {
	const names = [...source.matchAll(/^exports\.(\w+) =/gm)].map(([, name = ""]) => name);
	if (names.length === 0) throw new Error("React must export each name by an assignment");
	return names;
}

function bindings(path: string, names: readonly string[]): string {
	return `import all from "${path}";\nexport default all;\nexport const { ${names.join(", ")} } = all;\n`;
}
