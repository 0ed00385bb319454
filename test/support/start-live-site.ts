import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { createSiteFolder, type SiteFiles } from "./site-folder.ts";
import { type RunningSite, startSite } from "./start-site.ts";

/** The built site with a folder that the test changes. */
export interface LiveSite extends RunningSite {
	readonly folder: string;
	readonly dataFolder: string;
	/** Response of `/readyz`. */
	readonly state: () => Promise<SiteState>;
	readonly textOf: (path: string) => Promise<string>;
	readonly statusOf: (path: string) => Promise<number>;
	/** Waits until the page at a path contains a text. */
	readonly shows: (path: string, text: string) => Promise<void>;
	/** Waits until the message of a reported problem contains a text. */
	readonly reports: (text: string) => Promise<void>;
	/** Stops the site and removes its folders. */
	readonly remove: () => Promise<void>;
}

export interface SiteState {
	readonly revisionId: string;
	readonly pages: number;
	readonly problems: readonly { readonly file: string; readonly message: string }[];
}

export async function startLiveSite(
	files: SiteFiles,
	environment: Readonly<Record<string, string>> = {},
): Promise<LiveSite> {
	return startLiveSiteAs(undefined, files, environment);
}

/** The same as another user, because file permissions do not apply to root. */
export async function startLiveSiteAs(
	uid: number | undefined,
	files: SiteFiles,
	environment: Readonly<Record<string, string>> = {},
): Promise<LiveSite> {
	const site = await openLiveSite(files, environment, uid);
	onTestFinished(site.remove);
	return site;
}

/** The same, but the caller removes the site, so that tests can share it. */
export async function openLiveSite(
	files: SiteFiles,
	environment: Readonly<Record<string, string>>,
	uid?: number,
): Promise<LiveSite> {
	const { folder, remove } = await createSiteFolder(files);
	const dataFolder = await mkdtemp(join(tmpdir(), "loggia-data-"));
	if (uid !== undefined) {
		// Other users need read access, which temporary folders do not have.
		await chmod(folder, 0o755);
		await chown(dataFolder, uid, uid);
	}
	const site = await startSite({
		siteFolder: folder,
		environment: { DATA_DIR: dataFolder, ...environment },
		...(uid === undefined ? {} : { uid }),
	});
	const { url } = site;
	const textOf = async (path: string): Promise<string> => (await fetch(url + path)).text();
	const statusOf = async (path: string): Promise<number> => (await fetch(url + path)).status;
	const state = async (): Promise<SiteState> => (await fetch(`${url}/readyz`)).json();
	return {
		...site,
		folder,
		dataFolder,
		state,
		textOf,
		statusOf,
		shows: (path, text) =>
			expect
				.poll(async () => (await textOf(path)).includes(text), { message: `"${text}" at ${path}` })
				.toBe(true),
		reports: (text) =>
			expect
				.poll(async () => (await state()).problems.map(({ message }) => message).join("\n"))
				.toContain(text),
		remove: async () => {
			await site.stop();
			await Promise.all([remove(), rm(dataFolder, { recursive: true, force: true })]);
		},
	};
}
