import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, rename, symlink, unlink, writeFile } from "node:fs/promises";
import { Agent, type IncomingMessage, type RequestOptions, request } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { listSiteFolder } from "../../../src/server/content/files/list-site-folder.ts";
import { placeFiles } from "../../../src/server/content/files/place-files.ts";
import { FileSlots, openFile } from "../../../src/server/http-cache/open-file.ts";
import { lengthsOf } from "../../support/lengths.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { createTestSite } from "../../support/test-site.ts";
import { portOf } from "../../support/visit.ts";

const { requests, requestsBesideLinks, downloads, looks } = lengthsOf(
	"test/server/http-cache/written-files.test.ts",
);

const CLIENTS = 10;

const FILES = {
	"pages/index.md": "# Welcome\n",
	"public/data.json": JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ index }))),
	"public/picture.png": "not much of a picture",
	"public/folder/passwd": "what is inside",
};

test("a file that no visitor has asked for before is sent whole while it is rewritten without pause", async () => {
	const { service, folder } = await createTestSite({ files: FILES });
	await service.warmUp();
	const stop = repeat(async (round) => {
		await writeFile(join(folder, "public/data.json"), textOf(round));
		await setTimeout(5);
	});

	const answers = await askOften(service, ["/data.json"], 100);
	await stop();

	expect([...answers.statuses]).toEqual([[200, 100]]);
	expect([...answers.bodies.keys()].filter((body) => !isWhole(body))).toEqual([]);
});

test("no listing and no answer shows the target of a link that is put into public/ meanwhile", async () => {
	const folder = await writeSiteFolder({
		"site.yaml": "name: Secret\n",
		"pages/index.md": "# Welcome\n",
		"pages/draft.md": "---\ndraft: true\n---\nSecret\n",
		"public/a.txt": "Public",
		"public/folder/draft.md": "Public",
	});
	// A process group of its own: the shell starts others, which would write into a folder that goes.
	const writer = spawn("sh", ["-c", LINK_WRITER], { cwd: join(folder, "public"), detached: true });
	onTestFinished(async () => {
		const ended = once(writer, "exit");
		process.kill(-(writer.pid ?? 0), "SIGKILL");
		await ended;
	});
	const slots = new FileSlots();
	const seen = new Set<string>();
	for (let look = 0; look < looks; look += 1) {
		for (const { absolutePath } of placeFiles(listSiteFolder(folder)).placedFiles.values()) {
			using file = await openFile(absolutePath, slots);
			const text = await file?.read(0, file.size).catch(() => undefined);
			// The shell empties a file before it writes it.
			if (text !== undefined && text.length > 0) seen.add(text.toString());
		}
	}

	expect([...seen]).toEqual(["Public"]);
});

/** Puts links to a draft, to site.yaml and to the folder of pages in the place of public files. */
const LINK_WRITER = `while :; do
	for target in ../pages/draft.md ../site.yaml; do
		ln -s $target next && mv next a.txt
		printf Public > next && mv next a.txt
	done
	mv folder aside && ln -s ../pages folder
	rm folder && mv aside folder
done`;

describe(`beside a writer, none of ${requests} answers is torn or late, and no connection breaks`, () => {
	test.each([
		["in place", writeInPlace],
		["by another file", writeByRename],
		["in pieces", writeInPieces],
	])("who writes %s", async (_how, write) => {
		const { service, folder } = await createTestSite({ files: FILES });
		const file = join(folder, "public/data.json");
		const stop = repeat((round) => write(file, textOf(round), round));

		const answers = await askOften(service, ["/data.json"], requests);
		await stop();

		const torn = [...answers.bodies.keys()].filter((body) => !isWhole(body));
		expect(torn).toEqual([]);
		expect(answers.failures).toEqual([]);
		expect([...answers.statuses]).toEqual([[200, requests]]);
		expect(answers.bodies.size).toBeGreaterThan(1);
	});
});

test.each([
	["in place", writeInPlace],
	["by another file", writeByRename],
])(`of ${downloads} downloads of a large file, none that ends is torn: written %s`, async (_how, write) => {
	const { service, folder } = await createTestSite({
		files: { ...FILES, "public/large.json": largeText(0) },
	});
	const stop = repeat((round) => write(join(folder, "public/large.json"), largeText(round), round));

	const answers = await askOften(service, ["/large.json", "/picture.png"], 2 * downloads);
	const first = largeText(0);
	await expect
		.poll(async () => {
			const { bodies } = await askOften(service, ["/large.json"], 1);
			return [...bodies.keys()].some((body) => body !== first);
		})
		.toBe(true);
	await stop();

	// What is overtaken by its writer is broken off, or cannot be sent at all.
	const isBrokenOff = /aborted|socket hang up|ECONNRESET/;
	expect(answers.failures.filter((failure) => !isBrokenOff.test(failure))).toEqual([]);
	expect([...answers.statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([]);
	const { [FILES["public/picture.png"]]: pictures, ...large } = Object.fromEntries(answers.bodies);
	expect(Object.keys(large).filter((body) => !isWhole(body))).toEqual([]);
	expect(pictures).toBe(downloads);
});

test(`beside a writer of links, no byte of ${requestsBesideLinks} answers comes from outside`, async () => {
	const { service, folder } = await createTestSite({ files: FILES });
	const [picture, inFolder] = [join(folder, "public/picture.png"), join(folder, "public/folder")];
	// What was once read is sent while there is nothing to read.
	await askOften(service, ["/picture.png", "/folder/passwd"], 2);
	const stop = [
		repeat(async (round) => {
			const next = join(folder, "next");
			if (round % 2 === 0) await symlink("/etc/passwd", next);
			else await writeFile(next, FILES["public/picture.png"]);
			await rename(next, picture);
			await setTimeout(1);
		}),
		repeat(async () => {
			await rename(inFolder, join(folder, "aside"));
			await symlink("/etc", inFolder);
			await setTimeout(1);
			await unlink(inFolder);
			await rename(join(folder, "aside"), inFolder);
			await setTimeout(1);
		}),
	];

	const paths = ["/picture.png", "/folder/passwd"];
	const answers = await askOften(service, paths, requestsBesideLinks);
	const sent = new Set(answers.bodies.keys());
	await expect
		.poll(async () => {
			for (const body of (await askOften(service, paths, 20)).bodies.keys()) sent.add(body);
			return sent.size;
		})
		.toBeGreaterThanOrEqual(2);
	for (const end of stop) await end();

	const inside = new Set([FILES["public/picture.png"], FILES["public/folder/passwd"]]);
	expect(answers.failures).toEqual([]);
	expect([...answers.statuses.keys()].toSorted()).toEqual([200, 404]);
	expect([...sent].filter((body) => !inside.has(body))).toEqual([]);
});

/** Asks over a few connections that are kept: an answer that is framed wrongly breaks the next one. */
async function askOften(service: FastifyInstance, paths: readonly string[], count: number) {
	const port = await portOf(service);
	const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
	onTestFinished(() => agent.destroy());
	const statuses = new Map<number, number>();
	/** Of answers with 200, and how often each came. */
	const bodies = new Map<string, number>();
	/** What was late, cut off, or no HTTP. */
	const failures: string[] = [];
	let asked = 0;
	const clients = Array.from({ length: CLIENTS }, async () => {
		while (asked < count) {
			asked += 1;
			const path = paths[asked % paths.length] ?? "/";
			try {
				const { status, body } = await ask({ port, path, agent });
				statuses.set(status, (statuses.get(status) ?? 0) + 1);
				if (status === 200) bodies.set(body, (bodies.get(body) ?? 0) + 1);
			} catch (error) {
				failures.push(String(error));
			}
		}
	});
	await Promise.all(clients);
	return { statuses, bodies, failures };
}

function ask(wanted: RequestOptions): Promise<{ readonly status: number; readonly body: string }> {
	return new Promise((resolve, reject) => {
		const asking = request({ ...wanted, timeout: PATIENCE_MS }, (answer: IncomingMessage) => {
			buffer(answer).then(
				(body) => resolve({ status: answer.statusCode ?? 0, body: body.toString() }),
				reject,
			);
		});
		asking.on("timeout", () => void asking.destroy(new Error("No answer in time")));
		asking.on("error", reject).end();
	});
}

/** @returns A function that ends it. */
function repeat(step: (round: number) => Promise<unknown>): () => Promise<void> {
	const end = new AbortController();
	const running = (async () => {
		for (let round = 0; !end.signal.aborted; round += 1) await step(round);
	})();
	return async () => {
		end.abort();
		await running;
	};
}

async function writeInPlace(file: string, text: string): Promise<void> {
	await writeFile(file, text);
	await setTimeout(120);
}

/** Most states are gone before they have settled. */
async function writeByRename(file: string, text: string, round: number): Promise<void> {
	await writeFile(`${file}.new`, text);
	await rename(`${file}.new`, file);
	await setTimeout(round % 10 === 0 ? 120 : 5);
}

/** With pauses that are shorter than what counts as settled. */
async function writeInPieces(file: string, text: string): Promise<void> {
	const writer = await open(file, "w");
	for (let start = 0; start < text.length; start += 2000) {
		await writer.write(text.slice(start, start + 2000));
		await setTimeout(10);
	}
	await writer.close();
	await setTimeout(120);
}

function textOf(round: number): string {
	return JSON.stringify(Array.from({ length: 500 + (round % 7) }, () => ({ round })));
}

/** Larger than what is read whole. */
function largeText(round: number): string {
	return JSON.stringify(Array.from({ length: 100_000 + (round % 7) }, () => ({ round })));
}

function isWhole(body: string): boolean {
	try {
		const entries: { readonly round?: number }[] = JSON.parse(body);
		return (
			entries.every(({ round }) => round === entries[0]?.round) ||
			body === FILES["public/data.json"]
		);
	} catch {
		return false;
	}
}
