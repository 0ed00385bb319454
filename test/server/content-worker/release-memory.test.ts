import { getHeapStatistics } from "node:v8";
import { expect, test } from "vitest";
import { releaseMemory } from "../../../src/server/content-worker/release-memory.ts";

test("what is no longer used is given back, and the collector is not left to other code", () => {
	let garbage: unknown = Array.from({ length: 300_000 }, (_, index) => ({ index }));
	const before = getHeapStatistics().used_heap_size;
	garbage = undefined;

	releaseMemory();

	expect(garbage).toBeUndefined();
	expect(getHeapStatistics().used_heap_size).toBeLessThan(before - 8_000_000);
	expect(globalThis.gc).toBeUndefined();
});
