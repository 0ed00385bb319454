import { expect, test } from "vitest";
import { loadRevision } from "../../src/server/content/load-revision.ts";
import { navigationFor } from "../../src/server/content/navigation/navigation.ts";
import { adopt } from "../support/adopt.ts";
import { readFixture } from "../support/read-fixture.ts";
import { type SiteFiles, writeSiteFolder } from "../support/site-folder.ts";

interface Editions {
	readonly files: SiteFiles;
	readonly locales?: readonly object[];
	readonly versions?: readonly object[];
	/** Where each page was and is. */
	readonly addresses: Readonly<Record<string, string>>;
	/** Titles in the sidebar of a page. */
	readonly sidebars: Readonly<Record<string, readonly string[]>>;
}

const FOLDERS = readFixture<Editions>("adopt/editions.yaml");

test.each(Object.entries(FOLDERS))("languages and versions of %s are adopted", async (_, {
	files,
	locales,
	versions,
	addresses,
	sidebars,
}) => {
	const siteFolder = await writeSiteFolder(files);

	await adopt([siteFolder]);
	const revision = await loadRevision({ siteFolder, environment: {} });

	const { editions } = revision.config;
	expect(editions.locales).toMatchObject(locales ?? []);
	expect(editions.versions).toMatchObject(versions ?? []);
	for (const [original, path] of Object.entries(addresses)) {
		expect(answerAt(revision, original), original).toBe(path);
	}
	for (const [path, titles] of Object.entries(sidebars)) {
		const { sidebar } = navigationFor(revision, path, () => true);
		const shown = sidebar.flatMap(({ title, children = [] }) => [
			title,
			...children.map((child) => child.title),
		]);
		expect(shown, path).toEqual(titles);
	}
});

function answerAt(
	{ pages, config, foldedPaths }: Awaited<ReturnType<typeof loadRevision>>,
	address: string,
): string | undefined {
	const path = address.replace(/(?<=.)\/$/, "");
	if (pages.has(path)) return path;
	return (
		foldedPaths.get(path) ?? redirectOf(config.routeRules.find(({ pattern }) => pattern === path))
	);
}

function redirectOf(entry: { readonly rule: unknown } | undefined): string | undefined {
	const { redirect } = (entry?.rule ?? {}) as { redirect?: { to: string } };
	return redirect?.to;
}
