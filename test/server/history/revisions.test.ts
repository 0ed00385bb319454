import { execFile } from "node:child_process";
import { unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type LiveSite, startLiveSite } from "../../support/start-live-site.ts";

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, "../../..");

test("the command lists kept revisions and brings one back, until the folder changes", async () => {
	const site = await startLiveSite({ "pages/index.md": "# First\n", "pages/a.md": "# A\n" });
	const { revisionId: first } = await site.state();
	await writeFile(join(site.folder, "pages/index.md"), "# Other\n");
	await unlink(join(site.folder, "pages/a.md"));
	await expect.poll(() => site.statusOf("/a")).toBe(404);
	await site.shows("/", "Other");

	await expect.poll(() => command(site)).toMatch(new RegExp(`^${first}  .*  2 pages, `, "m"));
	await command(site, "restore", first);
	await site.shows("/", "First");
	expect(await site.statusOf("/a")).toBe(200);
	expect(await site.state()).toMatchObject({ revisionId: first, heldRevision: first });
	expect(await command(site)).toContain("(brought back)");

	await writeFile(join(site.folder, "pages/index.md"), "# Mended\n");
	await site.shows("/", "Mended");
	expect(await site.statusOf("/a")).toBe(404);
	expect(await site.state()).not.toHaveProperty("heldRevision");
});

test("the command releases what it has brought back", async () => {
	const site = await startLiveSite({ "pages/index.md": "# First\n" });
	const { revisionId: first } = await site.state();
	await writeFile(join(site.folder, "pages/index.md"), "# Other\n");
	await site.shows("/", "Other");

	await expect.poll(() => command(site)).toContain(first);
	await command(site, "restore", first);
	await site.shows("/", "First");
	await command(site, "release");

	await site.shows("/", "Other");
});

test("the command refuses what is not kept, and what it does not know", async () => {
	const site = await startLiveSite({ "pages/index.md": "# First\n" });

	await expect(command(site, "restore", "0123456789abcdef")).rejects.toThrow("is kept");
	await expect(command(site, "undo")).rejects.toThrow("The words must be");
});

async function command({ folder, dataFolder }: LiveSite, ...words: string[]): Promise<string> {
	const { stdout } = await run(
		join(ROOT, "node_modules/.bin/node"),
		[join(ROOT, "dist/server/main.js"), "revisions", ...words],
		{ env: { SITE_DIR: folder, DATA_DIR: dataFolder } },
	);
	return stdout;
}
