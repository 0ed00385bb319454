import { globSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Fills a site folder with copies of real documentation until it has that many pages, each
 * copy of the whole in a folder of its own, so that the links within it still lead somewhere.
 */
export async function multiplyPages(source: string, target: string, count: number): Promise<void> {
	const files = globSync("**/*.md", { cwd: source }).toSorted();
	for (let number = 0; number < count; number += 1) {
		const file = files[number % files.length] ?? "";
		const copy = join(target, "pages", `part-${Math.floor(number / files.length)}`, file);
		await mkdir(dirname(copy), { recursive: true });
		await cp(join(source, file), copy);
	}
}
