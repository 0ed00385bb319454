import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { batchLines } from "../../src/platform/batch-lines.ts";

test("lines are handed on together once there are enough, in their order", () => {
	const { written, sink } = collector();
	const lines = batchLines(sink, { maxBytes: 12, afterMs: 60_000 });

	for (const line of ["a\n", "b\n", "c\n", "d\n", "e\n"]) lines.write(line);

	expect(written).toEqual(["a\nb\nc\nd\n"]);
});

test("lines of any letters and of any length arrive whole and in their order", () => {
	const { written, sink } = collector();
	const lines = batchLines(sink, { maxBytes: 30, afterMs: 60_000 });
	const long = `${"語".repeat(50)}\n`;
	const given = ["é\n", "語語語\n", "😀\n", long, "\ud800\n", "a\n"];

	for (const line of given) lines.write(line);
	lines.flushSync();

	expect(written.join("")).toBe(`${given.join("").replace("\ud800", "\ufffd")}flushed`);
});

test("a line that nothing follows is handed on after a moment", async () => {
	const { written, sink } = collector();
	const lines = batchLines(sink, { maxBytes: 100, afterMs: 1 });

	lines.write("a\n");
	await setTimeout(20);

	expect(written).toEqual(["a\n"]);
});

test("at the end nothing is left, and the sink is told to write", () => {
	const { written, sink } = collector();
	const lines = batchLines(sink, { maxBytes: 100, afterMs: 60_000 });

	lines.write("a\n");
	lines.flushSync();
	lines.flushSync();

	expect(written).toEqual(["a\n", "flushed", "flushed"]);
});

function collector() {
	const written: string[] = [];
	const sink = {
		write: (lines: Buffer) => void written.push(lines.toString()),
		flushSync: () => void written.push("flushed"),
	};
	return { written, sink };
}
