import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { batchLines } from "../../src/platform/batch-lines.ts";

test("lines are handed on together once there are enough, in their order", () => {
	const { written, sink } = collector();
	const lines = batchLines(sink, { maxLength: 6, afterMs: 60_000 });

	for (const line of ["a\n", "b\n", "c\n", "d\n"]) lines.write(line);

	expect(written).toEqual(["a\nb\nc\n"]);
});

test("a line that nothing follows is handed on after a moment", async () => {
	const { written, sink } = collector();
	const lines = batchLines(sink, { maxLength: 100, afterMs: 1 });

	lines.write("a\n");
	await setTimeout(20);

	expect(written).toEqual(["a\n"]);
});

test("at the end nothing is left, and the sink is told to write", () => {
	const { written, sink } = collector();
	const lines = batchLines(sink, { maxLength: 100, afterMs: 60_000 });

	lines.write("a\n");
	lines.flushSync();
	lines.flushSync();

	expect(written).toEqual(["a\n", "flushed", "flushed"]);
});

function collector() {
	const written: string[] = [];
	const sink = {
		write: (lines: string) => void written.push(lines),
		flushSync: () => void written.push("flushed"),
	};
	return { written, sink };
}
