import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

const MODULE = new URL("../../src/server/live/give-memory-back.ts", import.meta.url);

test("several threads give memory back at once", async () => {
	const work = `
		import { giveMemoryBack } from ${JSON.stringify(MODULE.href)};
		for (let round = 0; round < 100; round += 1) giveMemoryBack();
	`;
	const entry = new URL(`data:text/javascript,${encodeURIComponent(work)}`);
	const threads = Array.from({ length: 3 }, () => new Worker(entry));

	// It rejects when a thread fails.
	const codes = await Promise.all(threads.map((thread) => once(thread, "exit")));

	expect(codes).toEqual([[0], [0], [0]]);
});
