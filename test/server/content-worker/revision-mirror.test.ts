import { expect, test } from "vitest";
import type { LoadedRevision } from "../../../src/server/content/revision.ts";
import {
	type FromContentThread,
	RevisionMirror,
	RevisionSender,
} from "../../../src/server/content-worker/revision-delta.ts";
import { revisionOf } from "../content/revision-of.ts";

/** More than are looked after in one turn. */
const MANY = 300;

test("a revision that is sent page by page comes out as it was", async () => {
	const revision = await revisionOf(manyFiles());
	const { show } = createLine();

	const live = await show(revision);

	expect(live.tree).toEqual(revision.tree);
	expect([...live.pages]).toEqual([...revision.pages]);
	expect(live.foldedPaths.get("/part-4/p4.md")).toBe("/Part-4/p4");
	expect(live.foldedPaths.get("/2.ordered/index.md")).toBe("/ordered");
});

test("what was changed, added and removed is in the next revision, and not in the one before", async () => {
	const { show } = createLine();
	const before = await show(await revisionOf({ ...manyFiles(), "gone.md": "# Gone\n" }));

	const after = await show(
		await revisionOf({ ...manyFiles(), "Part-4/p4.md": "# Other\n", "new.md": "# New\n" }),
	);

	expect(after.pages.get("/Part-4/p4")?.title).toBe("Other");
	expect([after.pages.has("/gone"), after.pages.has("/new")]).toEqual([false, true]);
	expect(before.pages.get("/Part-4/p4")?.title).toBe("Page 4");
	expect([before.pages.has("/gone"), before.pages.has("/new")]).toEqual([true, false]);
	expect(after.tree.root.children.map(({ path }) => path)).toContain("/new");
});

test("others have their turn while a revision is put together", async () => {
	const { show } = createLine();
	let turns = 0;
	const counting = setImmediate(function count() {
		turns += 1;
		setImmediate(count);
	});

	await show(await revisionOf(manyFiles()));
	clearImmediate(counting);

	expect(turns).toBeGreaterThan(0);
});

function manyFiles(): Record<string, string> {
	const files = Array.from({ length: MANY }, (_, index) => [
		`Part-${index % 7}/p${index}.md`,
		`# Page ${index}\n`,
	]);
	return { ...Object.fromEntries(files), "2.ordered/index.md": "# Ordered\n" };
}

/** A sender, and a mirror at its other end. */
function createLine() {
	const mirror = new RevisionMirror();
	let work: Promise<unknown> = Promise.resolve();
	const post = (message: FromContentThread): void => {
		const arrived = structuredClone(message);
		if (arrived.kind === "pages") mirror.takePages(arrived.pages);
		if (arrived.kind === "revision") work = mirror.apply(arrived.delta);
	};
	const sender = new RevisionSender({ post, taken: async () => void (await work) });
	return {
		async show(revision: LoadedRevision) {
			await sender.send(revision, { folder: "/site", degraded: undefined });
			if (mirror.live === undefined) throw new Error("Nothing has arrived");
			return mirror.live;
		},
	};
}
