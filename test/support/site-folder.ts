import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Files of a site folder by their path in it. */
export type SiteFiles = Readonly<Record<string, string | Buffer>>;

/** Writes a site folder below the system's temporary folder, and removes it after the test. */
export async function writeSiteFolder(files: SiteFiles): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "loggia-site-"));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	for (const [name, content] of Object.entries(files)) {
		const file = join(folder, name);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, content);
	}
	return folder;
}
