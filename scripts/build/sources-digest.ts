import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** All inputs of a build. */
const SOURCES = ["src/**/*.*", "scripts/build.ts", "scripts/build/*.ts", "package-lock.json"];

/** @returns A hash of all sources. */
export async function sourcesDigest(root: string): Promise<string> {
	const paths = globSync(SOURCES, { cwd: root }).toSorted();
	const hash = createHash("sha256");
	for (const path of paths) {
		hash
			.update(`${path}\0`)
			.update(await readFile(join(root, path)))
			.update("\0");
	}
	return hash.digest("hex");
}
