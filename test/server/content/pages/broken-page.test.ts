import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRevision } from "../../../../src/server/content/load-revision.ts";
import type { LoadedRevision } from "../../../../src/server/content/revision.ts";
import { writeSiteFolder } from "../../../support/site-folder.ts";
import { problemsOf } from "../revision-of.ts";

const BROKEN = "---\ntitle: [open\n---\n# Page\n";

const FILES = { "a.md": "# A\n\n[to nowhere](nowhere.md)\n", "b.md": "# B\n" };

test("a page that breaks is named, and all that is shown stays the very same", async () => {
	const { before, folder } = await loadedFrom(FILES);

	await writeFile(join(folder, "b.md"), BROKEN);
	const after = await loadRevision({ siteFolder: folder, environment: {}, previous: before });

	expect(problemsOf(after)).toEqual([
		expect.stringMatching(/^b\.md:- .* the last good version of the page is shown/),
		expect.stringMatching(/^b\.md:2 Must be valid YAML/),
		...problemsOf(before),
	]);
	expect([after.id, after.pages, after.tree]).toEqual([before.id, before.pages, before.tree]);
	expect(after.pages).toBe(before.pages);
	expect(after.tree).toBe(before.tree);
});

test("a page that is mended has no problem any more, and shows what it says now", async () => {
	const { before, folder } = await loadedFrom(FILES);
	const load = (previous: LoadedRevision): Promise<LoadedRevision> =>
		loadRevision({ siteFolder: folder, environment: {}, previous });
	await writeFile(join(folder, "b.md"), BROKEN);
	const broken = await load(before);

	await writeFile(join(folder, "b.md"), "# Mended\n");
	const mended = await load(broken);

	expect(problemsOf(mended)).toEqual(problemsOf(before));
	expect(mended.pages.get("/b")?.title).toBe("Mended");
});

async function loadedFrom(
	files: Readonly<Record<string, string>>,
): Promise<{ readonly before: LoadedRevision; readonly folder: string }> {
	const folder = await writeSiteFolder(files);
	return { folder, before: await loadRevision({ siteFolder: folder, environment: {} }) };
}
