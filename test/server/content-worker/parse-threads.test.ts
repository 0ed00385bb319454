import { expect, test } from "vitest";
import type { PageFileReading, PageJob } from "../../../src/server/content/pages/page-reader.ts";
import {
	type FromParseThread,
	helpToRead,
} from "../../../src/server/content-worker/parse-threads.ts";

test("two helpers read every job once, and say which they were and that they are done", async () => {
	const queue = new SharedArrayBuffer(4);
	const jobs = Array.from({ length: 50 }, jobOf);
	const messages: FromParseThread[] = [];
	const help = () =>
		helpToRead(
			{ jobs, queue },
			{ readHere: (some) => some.map(readingOf), post: (message) => messages.push(message) },
		);

	await Promise.all([help(), help()]);

	expect(messages).toMatchObject([
		{ kind: "read", start: 0, readings: { length: 20, 0: { rule: "0.md" } } },
		{ kind: "read", start: 20, readings: { length: 20, 0: { rule: "20.md" } } },
		{ kind: "read", start: 40, readings: { length: 10, 9: { rule: "49.md" } } },
		{ kind: "done" },
		{ kind: "done" },
	]);
});

function jobOf(_: unknown, index: number): PageJob {
	return { file: `${index}.md`, stamp: "1", realPath: `/${index}.md`, knownDigest: undefined };
}

function readingOf({ file }: PageJob): PageFileReading {
	return { kind: "refused", rule: file };
}
