import { cp, mkdir, rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SETTLED } from "../../../src/server/content/files/stability-tracker.ts";
import { LastGood } from "../../../src/server/content-worker/last-good.ts";
import { PageStore } from "../../../src/server/content-worker/page-store.ts";
import { RETURN_LIMIT_MS, SiteReader } from "../../../src/server/content-worker/site-reader.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { htmlOf } from "../content/revision-of.ts";

const ALL = { recursive: true };

const GOOD = {
	"site.yaml": "name: Ours\n",
	"pages/index.md": "# Home\n",
	"pages/a.md": "# A\n",
	"public/logo.svg": "<svg/>",
};

test.each<[string, (folder: string) => Promise<unknown>]>([
	["a broken site.yaml", (folder) => writeFile(join(folder, "site.yaml"), "name: [\n")],
	["an empty folder", empty],
	["a missing folder", remove],
	["a folder without pages", (folder) => remove(join(folder, "pages"))],
	["a file in its place", (folder) => remove(folder).then(() => writeFile(folder, "x"))],
])("a start beside %s serves the last good version, and says why", async (_what, damage) => {
	const { folder, startReader } = await goodSite();
	await damage(folder);

	const { last, isOwnSite } = await startReader();

	expect([...last.revision.pages.keys()].toSorted()).toEqual(["/", "/a"]);
	expect(last.revision.files.has("/logo.svg")).toBe(true);
	expect(last.revision.config.public.name).toBe("Ours");
	expect(isOwnSite).toBe(true);
	expect(last.degraded).toContain("the last good version of the site is served");
	expect(last.revision.problems).toContainEqual({ file: ".", message: last.degraded });
});

test.each([
	["an empty", empty],
	["a missing", remove],
])("beside %s folder without a last good version, there are no pages until one appears", async (_what, damage) => {
	const { folder, startReader } = await siteWith({});
	await damage(folder);

	const reader = await startReader();
	await reader.read();
	expect(reader.last).toMatchObject({ degraded: undefined, folder: undefined });
	expect([...reader.last.revision.pages]).toEqual([]);
	expect(reader.isOwnSite).toBe(false);
	await mkdir(join(folder, "pages"), { recursive: true });
	await writeFile(join(folder, "pages/index.md"), "# First\n");
	await reader.read();

	expect(htmlOf(reader.last.revision, "/")).toContain("First");
	expect(reader.isOwnSite).toBe(true);
});

test("a broken site.yaml and no version before end the start", async () => {
	const { startReader } = await siteWith({ "site.yaml": "name: [\n", "pages/index.md": "# A\n" });

	await expect(startReader()).rejects.toThrow("Must be valid YAML");
});

test("the last good version gives way when the folder is mended", async () => {
	const { folder, startReader } = await goodSite();
	await writeFile(join(folder, "site.yaml"), "name: [\n");
	const reader = await startReader();

	await writeFile(join(folder, "site.yaml"), "name: Mended\n");
	await reader.read();

	expect(reader.last).toMatchObject({ degraded: undefined, folder });
	expect(reader.last.revision.config.public.name).toBe("Mended");
});

test.each([
	"while the process runs",
	"after a restart",
])("a folder that was emptied comes back file by file, and is shown once it has what it had: %s", async (when) => {
	const { folder, startReader } = await goodSite();
	let reader = await startReader();
	await empty(folder);
	await reader.read();
	expect(reader.last.degraded).toBeDefined();
	if (when === "after a restart") reader = await startReader();

	await mkdir(join(folder, "pages"));
	await writeFile(join(folder, "pages/index.md"), "# New home\n");
	await reader.read();
	expect(htmlOf(reader.last.revision, "/")).toContain('<h1 id="home">Home');
	expect(reader.last.degraded).toContain("2 addresses (such as /a) are still missing");
	await writeFile(join(folder, "pages/a.md"), "# New A\n");
	await mkdir(join(folder, "public"));
	await writeFile(join(folder, "public/logo.svg"), "<svg/>");
	await reader.read();

	expect(reader.last).toMatchObject({ degraded: undefined, folder });
	expect(htmlOf(reader.last.revision, "/a")).toContain("New A");
});

test("a folder that comes back without some of it counts after the limit", async () => {
	const { folder, startReader, clock } = await goodSite();
	const reader = await startReader();
	await unlink(join(folder, "pages/a.md"));
	await rename(join(folder, "pages"), join(folder, ".pages"));
	await reader.read();
	await rename(join(folder, ".pages"), join(folder, "pages"));
	await reader.read();
	expect(reader.last.revision.pages.has("/a")).toBe(true);

	clock.nowMs += RETURN_LIMIT_MS;
	await reader.read();
	expect(reader.last.revision.pages.has("/a")).toBe(false);
});

test.each<[string, (from: string, to: string) => Promise<unknown>]>([
	["by renaming", (from, to) => rename(to, `${to}-old`).then(() => rename(from, to))],
	["by removing and copying", (from, to) => remove(to).then(() => cp(from, to, ALL))],
	["by a link", (from, to) => remove(to).then(() => symlink(from, to))],
])("a folder that is replaced is noticed: %s", async (_how, replace) => {
	const { folder, startReader } = await goodSite();
	const reader = await startReader();
	const other = await writeSiteFolder({ ...GOOD, "pages/a.md": "# Other A\n" });

	onTestFinished(() => rm(`${folder}-old`, { ...ALL, force: true }));
	await replace(other, folder);
	await reader.read();

	expect(htmlOf(reader.last.revision, "/a")).toContain("Other A");
	expect(reader.last.degraded).toBeUndefined();
});

async function empty(folder: string): Promise<void> {
	await remove(folder);
	await mkdir(folder);
}

function remove(folder: string): Promise<void> {
	return rm(folder, ALL);
}

/** A site that was read and kept. */
async function goodSite() {
	const site = await siteWith(GOOD);
	const reader = await site.startReader();
	await site.lastGood.save(reader.last.revision);
	return site;
}

async function siteWith(files: Readonly<Record<string, string>>) {
	const folder = await writeSiteFolder(files);
	const dataFolder = temporaryFolder();
	const lastGood = new LastGood(dataFolder);
	const clock = { nowMs: 0 };
	return {
		folder,
		lastGood,
		clock,
		async startReader() {
			const reader = new SiteReader({
				siteFolder: folder,
				readingOf: () => ({ environment: {} }),
				store: (siteFolder) => new PageStore({ dataFolder, buildId: "test", siteFolder }),
				settling: SETTLED,
				lastGood,
				now: () => clock.nowMs,
			});
			await reader.start();
			return reader;
		},
	};
}
