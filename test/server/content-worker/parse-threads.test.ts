import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { PageReading, PageSource } from "../../../src/server/content/pages/page-reader.ts";
import { readInThreads } from "../../../src/server/content-worker/parse-threads.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const HELPER = `import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ id, input = [] }) => {
	parentPort.postMessage({ id, output: input.map(({ file }) => ({ kind: "refused", rule: file })) });
});
`;

const BROKEN = 'throw new Error("The helper is broken");';

test("two helpers read every job, and the readings have the order of the jobs", async () => {
	const { readings, readHere } = await readWith(HELPER);

	expect(readings.map(({ rule }) => rule)).toEqual(JOBS.map(({ file }) => file));
	expect(readHere).toEqual([]);
});

test("this thread reads the files of helpers that fail", async () => {
	const { readings, readHere } = await readWith(BROKEN);

	expect(readings.map(({ rule }) => rule)).toEqual(JOBS.map(({ file }) => file));
	expect(readHere).toEqual(JOBS);
});

const JOBS = Array.from({ length: 110 }, (_, index): PageSource => {
	return { file: `${index}.md`, stamp: "1", realPath: `/${index}.md`, knownDigest: undefined };
});

async function readWith(helper: string) {
	const entry = join(temporaryFolder(), "helper.mjs");
	await writeFile(entry, helper);
	const readHere: PageSource[] = [];
	const readings = await readInThreads(JOBS, {
		entry: pathToFileURL(entry),
		siteFolder: "/",
		markdown: {} as never,
		current: [new SharedArrayBuffer(4), new SharedArrayBuffer(4)],
		readHere(jobs) {
			readHere.push(...jobs);
			return jobs.map(({ file }): PageReading => ({ kind: "refused", rule: file }));
		},
	});
	return { readings: readings as readonly { readonly rule?: string }[], readHere };
}
