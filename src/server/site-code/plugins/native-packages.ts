import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import type { Plugin } from "esbuild";

const NATIVE = "native";

/** Packages that load or build a native part. */
const LOADERS =
	"bindings node-gyp-build prebuild-install node-addon-api @mapbox/node-pre-gyp napi-postinstall".split(
		" ",
	);

/** A package for one system. */
const SYSTEM = /\b(?:linux|darwin|win32)\b/;

/**
 * Leaves packages with native parts out of the server's bundle: they find these parts beside their own
 * files. Loads them from the site folder when the code starts. Optional packages that are not installed
 * fail only where they are required.
 */
export function nativePackages(siteFolder: string): Plugin {
	const areNative = new Map<string, boolean>();
	return {
		name: NATIVE,
		setup(build) {
			build.onResolve({ filter: /^[^./]/, namespace: "file" }, async (imported) => {
				const { path, kind, resolveDir, importer, pluginData } = imported;
				const isOptional = kind === "require-call" || kind === "dynamic-import";
				if (Object(pluginData).isResolving || !isOptional || !isPackage(importer)) return undefined;
				const found = await build.resolve(path, { resolveDir, kind, pluginData: RESOLVING });
				return found.errors.length > 0 ? { path, external: true } : undefined;
			});
			build.onLoad({ filter: /[\\/]node_modules[\\/]/ }, ({ path, namespace }) => {
				const root = packageOf(path);
				const isNative =
					namespace === "file" && areNative.getOrInsertComputed(root, () => hasNativePart(root));
				if (!isNative) return undefined;
				const file = JSON.stringify(`./${relative(siteFolder, path).split(sep).join("/")}`);
				const contents = `const { createRequire } = require("node:module");
					const { siteFolder } = require("node:worker_threads").workerData;
					module.exports = createRequire(siteFolder + "/package.json")(${file});`;
				return { contents, loader: "js" };
			});
		},
	};
}

const RESOLVING = { isResolving: true };

function isPackage(file: string): boolean {
	return file.includes(`node_modules${sep}`);
}

/** Returns the folder of the package that has a file. */
function packageOf(file: string): string {
	let folder = dirname(file);
	while (isPackage(folder) && !existsSync(join(folder, "package.json"))) folder = dirname(folder);
	return folder;
}

function hasNativePart(root: string): boolean {
	if (existsSync(join(root, "binding.gyp"))) return true;
	try {
		const text = readFileSync(join(root, "package.json"), "utf8");
		const { dependencies = {}, optionalDependencies = {}, gypfile } = JSON.parse(text);
		return (
			gypfile === true ||
			LOADERS.some((name) => name in dependencies) ||
			Object.keys(optionalDependencies).some((name) => SYSTEM.test(name))
		);
	} catch {
		// A file outside of a package.
		return false;
	}
}
