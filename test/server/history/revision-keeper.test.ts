import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type KeptRevision, KeptRevisions } from "../../../src/server/history/kept-revisions.ts";
import { RevisionKeeper } from "../../../src/server/history/revision-keeper.ts";
import { revisionOf } from "../content/revision-of.ts";

test("a list has every revision that was given to be kept before", async () => {
	const { keeper } = await createKeeper();
	const revisions = await Promise.all([
		revisionOf({ "a.md": "# One\n" }),
		revisionOf({ "a.md": "# Two\n" }),
	]);

	for (const revision of revisions) keeper.keep(revision);

	expect((await listOf(keeper)).map(({ id }) => id).toSorted()).toEqual(
		revisions.map(({ id }) => id).toSorted(),
	);
});

test("others have their turn while many pages are kept", async () => {
	const { keeper } = await createKeeper();
	const pages = Array.from({ length: 600 }, (_, index) => [`p${index}.md`, `# Page ${index}\n`]);
	const revision = await revisionOf(Object.fromEntries(pages));
	let turns = 0;
	const counting = setInterval(() => (turns += 1), 0);
	onTestFinished(() => clearInterval(counting));

	keeper.keep(revision);
	const [kept] = await listOf(keeper);

	expect(kept).toMatchObject({ id: revision.id, pages: 600, missing: [] });
	expect(turns).toBeGreaterThan(1);
});

test("what cannot be kept is said, and nothing else suffers", async () => {
	const { keeper, warnings } = await createKeeper("/dev/null/nowhere");

	keeper.keep(await revisionOf({ "a.md": "# One\n" }));

	expect(await listOf(keeper)).toEqual([]);
	expect(warnings).toEqual(["The revision cannot be kept"]);
});

function listOf(keeper: RevisionKeeper): Promise<readonly KeptRevision[]> {
	return keeper.withKept((kept) => kept.list());
}

async function createKeeper(
	folder?: string,
): Promise<{ readonly keeper: RevisionKeeper; readonly warnings: readonly string[] }> {
	const dataFolder = await mkdtemp(join(tmpdir(), "loggia-data-"));
	onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
	const warnings: string[] = [];
	const keeper = new RevisionKeeper({
		kept: new KeptRevisions(folder ?? join(dataFolder, "revisions"), Date.now),
		store: () => ({ write: async () => undefined }),
		warn: (message) => void warnings.push(message),
	});
	return { keeper, warnings };
}
