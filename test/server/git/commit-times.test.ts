import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createCommitTimesReader } from "../../../src/server/git/commit-times.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { type SiteFiles, writeSiteFolder } from "../../support/site-folder.ts";
import { startLiveSite } from "../../support/start-live-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createRepository } from "./git-repository.ts";

const FIRST_MS = Date.UTC(2020, 0, 2);
const SECOND_MS = Date.UTC(2021, 4, 6);

test("files have the times of their first and last commit, below the folder that is asked for", async () => {
	const { work, push } = await createRepository({ "README.md": "# A\n" });
	await push({ "docs/a.md": "# A\n", "docs/b.md": "# B\n" }, FIRST_MS);
	await push({ "docs/a.md": "# Other A\n", "other.md": "# C\n" }, SECOND_MS);

	const times = await createCommitTimesReader()(join(work, "docs"));

	expect(Object.fromEntries(times)).toEqual({
		"a.md": { firstMs: FIRST_MS, lastMs: SECOND_MS },
		"b.md": { firstMs: FIRST_MS, lastMs: FIRST_MS },
	});
});

test("a commit is read once, and the next one is found where git has packed the references", async () => {
	const { work, push } = await createRepository({ "a.md": "# A\n" });
	const read = createCommitTimesReader();
	const before = await read(work);
	await promisify(execFile)("git", ["-C", work, "pack-refs", "--all"]);

	expect(await read(work)).toBe(before);
	await push({ "a.md": "# Other A\n" }, SECOND_MS);
	await promisify(execFile)("git", ["-C", work, "pack-refs", "--all"]);
	expect((await read(work)).get("a.md")?.lastMs).toBe(SECOND_MS);
});

test("the cut end of a shallow clone says nothing of its files", async () => {
	const { bare, push } = await createRepository({ "a.md": "# A\n", "b.md": "# B\n" });
	await push({ "a.md": "# Other A\n" }, SECOND_MS);
	const clone = join(temporaryFolder(), "clone");
	await promisify(execFile)("git", ["clone", "--quiet", "--depth=2", `file://${bare}`, clone]);

	expect([...(await createCommitTimesReader()(clone)).keys()]).toEqual(["a.md"]);
});

const DIGEST = `${"1".repeat(40)}\n`;

test.each<[string, SiteFiles]>([
	["no repository", {}],
	[
		"a reference that leads out of the repository",
		{ ".git/HEAD": "ref: refs/../../secret\n", secret: DIGEST },
	],
	["a commit that does not exist", { ".git/HEAD": DIGEST, ".git/objects/info/packs": "" }],
])("a folder with %s has no commit times", async (_what, files) => {
	const folder = await writeSiteFolder(files);

	expect((await createCommitTimesReader()(folder)).size).toBe(0);
});

test("a site from git shows when a page was changed, where the operator has switched that on", async () => {
	const forge = await createRepository({ "site.yaml": "lastUpdated: true\n" });
	await forge.push({ "pages/first.md": "# First\n" }, SECOND_MS);
	await forge.push({ "pages/other.md": "# Other\n" });

	const site = await startLiveSite(
		{},
		{ SITE_GIT: `file://${forge.bare}#main`, SITE_COMMIT_TIMES: "true" },
	);

	await expect
		.poll(() => site.textOf("/first"), { timeout: PATIENCE_MS })
		.toMatch(/datetime="2021-05-06/i);
});
