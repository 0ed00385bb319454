import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { assetsForPage, parseBuildManifest } from "../../src/shared/builds/build-manifest.ts";

/** Brotli bytes by entry or chunk. */
export type Sizes = Readonly<Record<string, number>>;

/** The most frequent first page. */
const CONTENT_PAGE = "page";

/** Shared chunks have no stable name and no row; the first view includes those that it loads. */
const SHARED_CHUNK = "chunk";

/**
 * Measures every entry and every named chunk of a build, and the first view of a content page.
 *
 * @param root The folder with `dist`.
 */
export async function measureBuild(root: string): Promise<Sizes> {
	const manifest = parseBuildManifest(
		JSON.parse(await readFile(join(root, "dist/manifest.json"), "utf8")),
	);
	const folder = join(root, "dist/client/_nuxt");
	const files = (await readdir(folder)).filter((name) => /\.(?:js|css)$/.test(name)).toSorted();
	const bytes = new Map(
		await Promise.all(
			files.map(async (name) => [name, await sentSize(join(folder, name))] as const),
		),
	);
	const sum = (names: readonly string[]): number =>
		names.reduce((total, name) => total + (bytes.get(name) ?? 0), 0);
	const { scripts, styles } = assetsForPage(manifest, CONTENT_PAGE);
	const chunks = [...bytes].map(([name, size]) => [nameOf(name), size] as const);
	return {
		"first view, scripts": sum(scripts),
		"first view, styles": sum(styles),
		...Object.fromEntries(chunks.filter(([name]) => !name.startsWith(`${SHARED_CHUNK}.`))),
	};
}

/** A file that brotli would not shrink has no such copy, and is sent as it is. */
async function sentSize(file: string): Promise<number> {
	const coded = `${file}.br`;
	return (await stat(existsSync(coded) ? coded : file)).size;
}

/** `entry-client.7FGEILDK.js` → `entry-client.js` */
function nameOf(file: string): string {
	return file.replace(/\.[A-Z0-9]{8}\./, ".");
}
