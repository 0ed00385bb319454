import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Files of a site folder by their path in it. */
export type SiteFiles = Readonly<Record<string, string | Buffer>>;

export interface SiteFolder {
	readonly folder: string;
	remove(): Promise<void>;
}

/** Writes a site folder below the system's temporary folder; the caller removes it. */
export async function createSiteFolder(files: SiteFiles): Promise<SiteFolder> {
	const folder = await mkdtemp(join(tmpdir(), "loggia-site-"));
	for (const [name, content] of Object.entries(files)) {
		const file = join(folder, name);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, content);
	}
	return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Writes a site folder that is removed after the test. */
export async function writeSiteFolder(files: SiteFiles): Promise<string> {
	const { folder, remove } = await createSiteFolder(files);
	onTestFinished(remove);
	return folder;
}
