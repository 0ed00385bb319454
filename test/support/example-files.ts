import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const EXAMPLE = join(import.meta.dirname, "../../examples/react");

/** @returns The files of the example with React, by their path. */
export async function exampleFiles(): Promise<Readonly<Record<string, string>>> {
	const entries = await readdir(EXAMPLE, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
		.map(async ({ parentPath, name }) => {
			const path = join(parentPath, name);
			return [path.slice(EXAMPLE.length + 1), await readFile(path, "utf8")] as const;
		});
	return Object.fromEntries(await Promise.all(files));
}
