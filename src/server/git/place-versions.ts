import { lstat, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Environment } from "../../platform/env.ts";
import type { SiteSettings } from "../../platform/settings/site-file-settings.ts";
import { listSiteFolder } from "../content/files/list-site-folder.ts";
import { loadSiteConfig } from "../content/read-settings.ts";
import { SiteConfigError } from "../content/site-config.ts";

/** Writes the files of a tag into a folder that does not exist yet. */
type CheckOut = (tag: string, into: string) => Promise<void>;

/** Each tag is fetched again for every commit. */
const MAX_TAGS = 20;

/** Folders without pages, in a repository whose root is the pages folder. */
const NO_PAGES = ["public", "icons", "node_modules"];

/**
 * Moves the pages of versions with a tag to the usual folders of versions: `pages/v1`, and
 * `pages/de/v1`. All other code treats them as folders of the commit.
 *
 * @param folder Contains the files of a commit, and is modified.
 * @throws {Error} When a tag cannot be fetched, or its folder already exists.
 */
export async function placeVersions(
	folder: string,
	environment: Environment,
	checkOut: CheckOut,
): Promise<void> {
	const settings = settingsIn(folder, environment);
	if (settings === undefined) return;
	const { locales, versions } = settings;
	const tagged = versions
		.slice(1)
		.flatMap(({ name, tag }) => (tag === undefined ? [] : { name, tag }));
	if (tagged.length > MAX_TAGS) throw new Error(`versions: at most ${MAX_TAGS} can name a tag`);
	const pages = join(folder, contentFolderOf(folder, settings));
	const checkedOut = join(folder, ".loggia-tag");
	for (const { name, tag } of tagged) {
		const place = join(pages, name);
		if (await isThere(place)) {
			throw new Error(`versions: "${name}" has both a tag and a folder of that name`);
		}
		await checkOut(tag, checkedOut);
		await moveTo(
			join(checkedOut, contentFolderOf(checkedOut, settingsIn(checkedOut, environment))),
			place,
		);
		await Promise.all(
			NO_PAGES.map((each) => rm(join(place, each), { recursive: true, force: true })),
		);
		for (const { code } of locales.slice(1)) {
			const translated = join(place, code);
			if (await isThere(translated)) await moveTo(translated, join(pages, code, name));
		}
		await rm(checkedOut, { recursive: true, force: true });
	}
}

/** Ignores unreadable settings: problems of a commit are reported where the commit is checked. */
function settingsIn(folder: string, environment: Environment): SiteSettings | undefined {
	try {
		return loadSiteConfig(folder, environment).settings;
	} catch (error) {
		if (error instanceof SiteConfigError) return undefined;
		throw error;
	}
}

/** Returns the folder of the pages; of several folders, the one at the root of the site. */
function contentFolderOf(folder: string, settings: SiteSettings | undefined): string {
	const { contentFolders } = listSiteFolder(folder, settings);
	return (contentFolders.find(({ at }) => at === "") ?? contentFolders[0])?.folder ?? "";
}

async function moveTo(from: string, to: string): Promise<void> {
	await mkdir(dirname(to), { recursive: true });
	await rename(from, to);
}

async function isThere(path: string): Promise<boolean> {
	return (await lstat(path).catch(() => undefined)) !== undefined;
}

/**
 * Checks the folder of a commit before it is used. Errors in a page do not refuse the commit: only
 * that page stays at its last good version.
 *
 * @returns Why the folder cannot be the site folder, or `undefined` when it can.
 */
export function judgeCommit(folder: string, environment: Environment): string | undefined {
	try {
		const { pages } = listSiteFolder(folder, loadSiteConfig(folder, environment).settings);
		return pages.length === 0 ? "it has no pages" : undefined;
	} catch (error) {
		if (error instanceof SiteConfigError) return error.message.split("\n")[1] ?? error.message;
		throw error;
	}
}
