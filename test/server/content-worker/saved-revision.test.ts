import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadRevision } from "../../../src/server/content/load-revision.ts";
import { LastGood } from "../../../src/server/content-worker/last-good.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { revisionOf } from "../content/revision-of.ts";

const FILES = {
	"site.yaml": "name: Ours\n",
	"pages/index.md": "# Home\n\n![Picture](picture.svg)\n",
	"pages/picture.svg": "<svg/>",
	"public/file.txt": "text",
	"icons/own.svg": '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
};

test("a saved revision is written out as it was, with all its files and no others", async () => {
	const { lastGood, restart } = await setUp();
	await lastGood.save(await revisionOf({ ...FILES, "pages/gone.md": "# Gone\n" }));
	const revision = await revisionOf(FILES);
	await lastGood.save(revision);

	const folder = await restart().restore();

	expect(await revisionIdOf(folder)).toBe(revision.id);
	expect(await readdir(join(String(folder), "pages"))).toEqual(["index.md", "picture.svg"]);
	expect(await restart().restore()).toBe(folder);
});

test("of revisions that wait, the last one is saved", async () => {
	const { lastGood } = await setUp();
	const revisions = await Promise.all(
		["One", "Two", "Three"].map((title) => revisionOf({ "a.md": `# ${title}\n` })),
	);

	await Promise.all(revisions.map((revision) => lastGood.save(revision)));

	expect(await revisionIdOf(await lastGood.restore())).toBe(revisions[2]?.id);
});

test("processes that share the folder save one whole revision", async () => {
	const { restart } = await setUp();
	const pages = Array.from({ length: 200 }, (_, index) => [`p${index}.md`, `# ${index}\n`]);
	const revisions = await Promise.all([
		revisionOf(Object.fromEntries(pages)),
		revisionOf({ "a.md": "# Short\n" }),
	]);

	await Promise.all(revisions.map((revision) => restart().save(revision)));

	const id = await revisionIdOf(await restart().restore());
	expect(revisions.map((revision) => revision.id)).toContain(id);
});

test("others have their turn while many pages are saved", async () => {
	const { lastGood } = await setUp();
	const pages = Array.from({ length: 600 }, (_, index) => [`p${index}.md`, `# Page ${index}\n`]);
	const revision = await revisionOf(Object.fromEntries(pages));
	let turns = 0;
	const counting = setInterval(() => (turns += 1), 0);
	onTestFinished(() => clearInterval(counting));

	await lastGood.save(revision);

	expect(turns).toBeGreaterThan(1);
});

test("a damaged file counts as none, and is replaced by the next revision", async () => {
	const { dataFolder, restart } = await setUp();
	await mkdir(join(dataFolder, "last-good"));
	await writeFile(join(dataFolder, "last-good/site.sqlite"), "no database ".repeat(1000));
	expect(await restart().restore()).toBeUndefined();
	await writeFile(join(dataFolder, "last-good/site.sqlite"), "no database ".repeat(1000));
	const revision = await revisionOf(FILES);

	await restart().save(revision);

	expect(await revisionIdOf(await restart().restore())).toBe(revision.id);
});

test("a folder that cannot be written to is an error for the log", async () => {
	await expect(
		new LastGood("/dev/null/nowhere").save(await revisionOf({ "a.md": "# A\n" })),
	).rejects.toThrow();
});

async function setUp() {
	const dataFolder = temporaryFolder();
	const restart = () => new LastGood(dataFolder);
	return { dataFolder, restart, lastGood: restart() };
}

async function revisionIdOf(folder: string | undefined): Promise<string> {
	return (await loadRevision({ siteFolder: String(folder), environment: {} })).id;
}
