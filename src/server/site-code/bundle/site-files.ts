import { basename, extname } from "node:path";
import type { Metafile } from "esbuild";
import { EVERY_PAGE, type SiteFiles } from "../../../shared/builds/build-manifest.ts";

/** Modules of the site folder, as the plugin resolves them. */
export interface SiteModules {
	/** Modules that the app loads by name. */
	readonly named: readonly string[];
	/** These modules, and the modules that they import. Each has a chunk, so that a save replaces no other. */
	readonly all: readonly string[];
}

/** The module whose dynamic imports load pages, components and layouts of the site folder by name. */
export const SITE_TABLE = "src/app/site-code.ts";

/** Modules of the product, of packages and of esbuild, which are public. */
const PUBLIC_MODULE = /^src\/|^<|(?:^|[/:])node_modules\//;

const NAMESPACE = /^[\w-]+:/;

/**
 * Finds the files of a build with modules of the site folder, and the pages, components and layouts that
 * can load each module. Every page loads the entry, and what the entry loads without the table.
 *
 * @param entries Modules that are entries of the build, since no module imports them by a fixed address.
 */
export function siteFilesOf({ inputs, outputs }: Metafile, entries?: SiteModules): SiteFiles {
	const named = new Set(entries?.named ?? lateTargets(SITE_TABLE));
	const late = new Set([...Object.keys(inputs).flatMap(lateTargets), ...(entries?.all ?? [])]);
	const chunks = new Map(
		Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
			entryPoint === undefined ? [] : [[entryPoint, path] as const],
		),
	);
	const everyPage = [...chunks].filter(([input]) => !late.has(input)).map(([, path]) => path);
	const everyPageFiles = reachable(everyPage);
	const roots = [
		{ id: EVERY_PAGE, files: everyPageFiles },
		...[...named].map((input) => ({ id: tableId(input), files: reachable(chunkOf(input)) })),
	];
	const modules: Record<string, readonly string[]> = {};
	const users: Record<string, Set<string>> = {};
	for (const path of Object.keys(outputs)) {
		const own = siteModulesIn(path.replace(/\.map$/, ""));
		const isForAll = path.endsWith(".css") && everyPageFiles.has(path);
		if (own.length === 0 || isForAll) continue;
		modules[basename(path)] = own;
		const ids = roots.flatMap(({ id, files }) => (files.has(path) ? [id] : []));
		for (const name of own) users[name] = new Set([...(users[name] ?? []), ...ids]);
	}
	const lists = Object.entries(users).map(([name, ids]) => [name, [...ids]] as const);
	return { modules, users: Object.fromEntries(lists) };

	/** @returns The output files themselves, and all files that their modules can load. */
	function reachable(start: readonly string[]): ReadonlySet<string> {
		const found = new Set(start);
		// Iterating over a set includes items that are added meanwhile.
		for (const path of found) for (const next of nextFiles(path)) found.add(next);
		return found;
	}

	function nextFiles(path: string): readonly string[] {
		const { imports = [], cssBundle } = outputs[path] ?? {};
		// Dynamic imports of a file include those of the table, so they are read from its other modules.
		const direct = imports.filter(({ kind }) => kind !== "dynamic-import");
		const lazy = modulesIn(path)
			.filter((input) => input !== SITE_TABLE)
			.flatMap(lateTargets);
		const files = [...direct.map((one) => one.path), ...lazy.flatMap(chunkOf), cssBundle ?? ""];
		return files.filter((file) => file in outputs);
	}

	function chunkOf(input: string): readonly string[] {
		return [chunks.get(input) ?? []].flat();
	}

	function lateTargets(input: string): readonly string[] {
		const imports = inputs[input]?.imports ?? [];
		return imports.flatMap(({ kind, path }) => (kind === "dynamic-import" ? [path] : []));
	}

	function modulesIn(path: string): readonly string[] {
		return Object.keys(outputs[path]?.inputs ?? {});
	}

	function siteModulesIn(path: string): readonly string[] {
		const own = modulesIn(path).filter((input) => !PUBLIC_MODULE.test(input));
		return [...new Set(own.map((input) => input.replace(NAMESPACE, "")))];
	}
}

/** @returns The id that pages use, such as `components/Chart` also for `components/Chart/index.tsx`. */
export function tableId(input: string): string {
	const path = input.replace(NAMESPACE, "");
	const id = path.slice(0, path.length - extname(path).length);
	return id.replace(/^((?:components|layouts)\/[^/]+)\/index$/, "$1");
}
