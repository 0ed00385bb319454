import { expect, test } from "vitest";
import type { PageFileReading, PageJob } from "../../../src/server/content/pages/read-page-file.ts";
import { type FromParseThread, helpToRead } from "../../../src/server/live/parse-threads.ts";
import { SharedQueue } from "../../../src/server/live/shared-queue.ts";

test("several threads take every place of a list once", () => {
	const queue = new SharedQueue(50);
	const other = new SharedQueue(50, queue.memory);

	const taken = [queue.take(20), other.take(20), queue.take(20), other.take(20), queue.take(20)];

	expect(taken).toEqual([0, 20, 40, undefined, undefined]);
});

test("a helper reads what nobody has taken, says which it was, and that it is done", async () => {
	const queue = new SharedQueue(50);
	queue.take(20);
	const messages: FromParseThread[] = [];
	const data = { role: "parser", siteFolder: "/", markdown: { html: false } } as const;

	await helpToRead(
		{ ...data, jobs: Array.from({ length: 50 }, jobOf), queue: queue.memory },
		{ readHere: (jobs) => jobs.map(readingOf), post: (message) => messages.push(message) },
	);

	expect(messages).toMatchObject([
		{ kind: "read", start: 20, readings: { length: 20, 0: { rule: "20.md" } } },
		{ kind: "read", start: 40, readings: { length: 10, 9: { rule: "49.md" } } },
		{ kind: "done" },
	]);
});

function jobOf(_: unknown, index: number): PageJob {
	return { file: `${index}.md`, realPath: `/${index}.md`, knownDigest: undefined };
}

function readingOf({ file }: PageJob): PageFileReading {
	return { kind: "refused", rule: file };
}
