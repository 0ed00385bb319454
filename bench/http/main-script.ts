import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseBuildManifest } from "../../src/shared/builds/build-manifest.ts";

const DIST = join(import.meta.dirname, "../../dist");

/** @returns The name of the largest script that each first view loads. */
export async function mainScript(): Promise<string> {
	const text = await readFile(join(DIST, "manifest.json"), "utf8");
	const { entry } = parseBuildManifest(JSON.parse(text));
	const sizes = await Promise.all(
		entry.scripts.map(async (name) => ({
			name,
			size: (await stat(join(DIST, "client/_nuxt", name))).size,
		})),
	);
	const [largest] = sizes.toSorted((one, other) => other.size - one.size);
	if (largest === undefined) throw new RangeError("The build must have an entry script");
	return largest.name;
}
