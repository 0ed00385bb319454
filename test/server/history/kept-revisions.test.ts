import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadRevision } from "../../../src/server/content/load-revision.ts";
import { KeptRevisions } from "../../../src/server/history/kept-revisions.ts";
import { revisionOf } from "../content/revision-of.ts";

const HOUR_MS = 60 * 60_000;
const START_MS = Date.UTC(2026, 0, 1);

test("three processes that keep the same revisions in one folder lose none", async () => {
	const { writers } = await writersOf(3);
	const revisions = await revisionsOf(16);

	for (const revision of revisions) {
		await Promise.all(writers.map((writer) => writer.keep(revision)));
	}

	for (const writer of writers) {
		const ids = (await writer.list()).map(({ id }) => id);
		expect(ids.toSorted()).toEqual(revisions.map(({ id }) => id).toSorted());
	}
});

test("a process finds the content that another has removed meanwhile, by writing it again", async () => {
	const { writers, clock } = await writersOf(2);
	const [one, two] = writers;
	const revisions = await revisionsOf(22);
	const [first] = revisions;
	if (first === undefined || one === undefined || two === undefined) throw new Error("Too few");
	await two.keep(first);
	clock.ms += HOUR_MS / 4;
	// So many that the first one is above the limit: its content is named by no manifest.
	for (const revision of revisions.slice(1)) await one.keep(revision);
	clock.ms += 2 * HOUR_MS;
	const another = await revisionOf({ "a.md": "# Another\n" });
	await one.keep(another);

	await two.keep(another);
	await two.keep(first);

	const folder = await one.unfold(first.id);
	expect(await revisionIdOf(folder)).toBe(first.id);
});

test("a revision that one process shows stays when another has let go of it", async () => {
	const { writers } = await writersOf(2);
	const [one, two] = writers;
	const [first] = await revisionsOf(1);
	if (first === undefined || one === undefined || two === undefined) throw new Error("Too few");
	await one.keep(first);

	const folders = await Promise.all([one.unfold(first.id), two.unfold(first.id)]);
	await two.foldUp(first.id);

	expect(folders[0]).toBe(folders[1]);
	expect(await revisionIdOf(folders[0])).toBe(first.id);
});

interface Writers {
	readonly writers: readonly KeptRevisions[];
	readonly clock: { ms: number };
}

/** Each of them stands for a process. */
async function writersOf(count: number): Promise<Writers> {
	const dataFolder = await mkdtemp(join(tmpdir(), "loggia-data-"));
	onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
	const folder = join(dataFolder, "revisions");
	const clock = { ms: START_MS };
	// Each look at the clock is later than the one before, as on one machine.
	const now = () => (clock.ms += 1);
	const writers = Array.from({ length: count }, () => new KeptRevisions(folder, now));
	return { writers, clock };
}

function revisionsOf(count: number) {
	const texts = Array.from({ length: count }, (_, index) => `# Page ${index}\n`);
	return Promise.all(texts.map((text) => revisionOf({ "a.md": text })));
}

async function revisionIdOf(folder: string | undefined): Promise<string> {
	return (await loadRevision({ siteFolder: String(folder), environment: {} })).id;
}
