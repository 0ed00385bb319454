import { readdir } from "node:fs/promises";

/**
 * Chooses the folder to serve: the operator's, or the embedded site as long as the
 * operator's is absent or empty, so that a first start always shows something.
 */
export async function chooseSiteFolder(
	named: string | undefined,
	embedded: string,
): Promise<string> {
	if (named === undefined) return embedded;
	const entries = await readdir(named).catch((error: unknown) => {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
		throw error;
	});
	return entries.some((name) => !name.startsWith(".")) ? named : embedded;
}
