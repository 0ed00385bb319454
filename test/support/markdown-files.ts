import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Documentation for other tools, from packages that we use. */
export const REAL_DOCUMENTATION = ["react-router", "fastify"].map((name) => ({
	name,
	folder: join(import.meta.dirname, "../../node_modules", name, "docs"),
}));

/** Every Markdown file below a folder, relative to it. */
export async function markdownFiles(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true });
	return entries.filter((name) => name.endsWith(".md")).toSorted();
}

/**
 * The URL path that a newcomer would guess for a file: its name without the extension, or the folder's
 * path for an index or readme.
 */
export function guessedPath(file: string): string {
	const path = `/${file.replace(/\.md$/, "").replaceAll("\\", "/")}`;
	return path.replace(/\/(?:index|readme)$/i, "") || "/";
}
