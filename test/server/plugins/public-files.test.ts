import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
	appendFile,
	mkdir,
	open,
	rename,
	rm,
	symlink,
	truncate,
	writeFile,
} from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createTestSite } from "../../support/test-site.ts";
import { portOf, visit } from "../../support/visit.ts";

/** The long form asks 20,000 times. */
const REQUESTS = process.env["LONG_TESTS"] === undefined ? 600 : 20_000;

const FILES = {
	"pages/index.md": "# Welcome\n",
	"public/data.json": JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ index }))),
	"public/picture.png": "not much of a picture",
	"public/folder/inside.txt": "what is inside",
	"secret/outside.txt": "what is outside",
};

test("a file is sent with its type, coded, and not again to a client that has it", async () => {
	const { service } = await createTestSite({ files: FILES });

	const plain = await visit(service, "/data.json");
	const coded = await visit(service, { url: "/data.json", headers: { "accept-encoding": "br" } });
	const headers = { "if-none-match": String(plain.headers.etag) };
	const again = await visit(service, { url: "/data.json", headers });

	expect(plain.body).toBe(FILES["public/data.json"]);
	expect(plain.headers).toMatchObject({
		"content-type": "application/json; charset=utf-8",
		"cache-control": "no-cache",
		vary: "accept-encoding",
	});
	expect(coded.headers["content-encoding"]).toBe("br");
	expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("a part of a file is sent to what plays media", async () => {
	const { service } = await createTestSite({ files: FILES });
	const ask = (range: string) => visit(service, { url: "/picture.png", headers: { range } });

	const [start, end, behind] = [
		await ask("bytes=0-2"),
		await ask("bytes=-7"),
		await ask("bytes=99-"),
	];

	expect([start.statusCode, start.body, start.headers["content-range"]]).toEqual([
		206,
		"not",
		"bytes 0-2/21",
	]);
	expect(end.body).toBe("picture");
	expect([behind.statusCode, behind.headers["content-range"]]).toEqual([416, "bytes */21"]);
});

test("a large file is streamed, whole or in part", async () => {
	const { service, folder } = await createTestSite({
		files: { ...FILES, "public/large.bin": "0123456789".repeat(300_000) },
	});

	const whole = await visit(service, "/large.bin");
	const part = await visit(service, {
		url: "/large.bin",
		headers: { range: "bytes=2999995-", "if-range": String(whole.headers.etag) },
	});
	const head = await visit(service, { url: "/large.bin", method: "HEAD" });

	expect(whole.rawPayload.length).toBe(3_000_000);
	expect([part.statusCode, part.body]).toEqual([206, "56789"]);
	expect([head.headers["content-length"], head.body]).toEqual(["3000000", ""]);
	await rm(join(folder, "public/large.bin"));
	expect((await visit(service, "/large.bin")).statusCode).toBe(404);
});

test("the connection ends when a large file changes under it", async () => {
	const { service, folder } = await createTestSite({
		files: { ...FILES, "public/large.bin": "0123456789".repeat(3_000_000) },
	});
	const file = join(folder, "public/large.bin");
	const [answer]: IncomingMessage[] = await once(
		request({ port: await portOf(service), path: "/large.bin" }).end(),
		"response",
	);

	await truncate(file, 1_500_000);

	await expect(buffer(answer ?? Readable.from([]))).rejects.toThrow("aborted");
});

test("a file that has just changed is sent as it was until it has settled", async () => {
	const { service, folder } = await createTestSite({ files: FILES });
	const file = join(folder, "public/picture.png");
	await visit(service, "/picture.png");

	await writeFile(file, "half of a ");
	const meanwhile = await visit(service, "/picture.png");
	await appendFile(file, "new picture");
	await expect
		.poll(async () => (await visit(service, "/picture.png")).body)
		.not.toBe("not much of a picture");

	expect(meanwhile.body).toBe("not much of a picture");
	expect((await visit(service, "/picture.png")).body).toBe("half of a new picture");
});

test.each([
	["a pipe", (file: string) => execFileSync("mkfifo", [file])],
	["a folder", (file: string) => mkdir(file)],
	["a link to another file of the site", (file: string) => symlink("data.json", file)],
	["a link out of the site", (file: string) => symlink("/etc/passwd", file)],
])("%s in the place of a file is not there", async (_what, put) => {
	const { service, folder } = await createTestSite({ files: FILES });
	const file = join(folder, "public/picture.png");
	await rm(file);
	await put(file);

	const answer = await visit(service, "/picture.png");
	const page = await visit(service, "/");

	expect([answer.statusCode, page.statusCode]).toEqual([404, 200]);
});

test("a folder that becomes a link leads nowhere", async () => {
	const { service, folder } = await createTestSite({ files: FILES });
	await rename(join(folder, "public/folder"), join(folder, "public/before"));
	await symlink("/etc", join(folder, "public/folder"));
	await symlink("../secret/outside.txt", join(folder, "public/before/passwd"));

	expect((await visit(service, "/folder/inside.txt")).statusCode).toBe(404);
	expect((await visit(service, "/folder/passwd")).statusCode).toBe(404);
});

describe("beside a writer, no answer is torn", () => {
	test.each([
		["in place", writeInPlace],
		["by another file", writeByRename],
		["in pieces", writeInPieces],
	])("who writes %s", async (_how, write) => {
		const { service, folder } = await createTestSite({ files: FILES });
		const file = join(folder, "public/data.json");
		const end = new AbortController();
		const writing = (async () => {
			for (let round = 0; !end.signal.aborted; round += 1) await write(file, textOf(round));
		})();

		const torn: string[] = [];
		for (let asked = 0; asked < REQUESTS; asked += 10) {
			const answers = await Promise.all(
				Array.from({ length: 10 }, () => visit(service, "/data.json")),
			);
			for (const { statusCode, body } of answers) {
				if (statusCode !== 200 || !isWhole(body)) torn.push(`${statusCode} ${body.slice(0, 40)}`);
			}
		}
		end.abort();
		await writing;

		expect(torn).toEqual([]);
	});
});

test("beside a writer of links, no byte comes from outside", async () => {
	const { service, folder } = await createTestSite({ files: FILES });
	const file = join(folder, "public/picture.png");
	const outside = join(folder, "outside");
	await visit(service, "/picture.png");
	const end = new AbortController();
	const swapping = (async () => {
		while (!end.signal.aborted) {
			await symlink("/etc/passwd", outside);
			await rename(outside, file);
			await setTimeout(1);
			await writeFile(outside, FILES["public/picture.png"]);
			await rename(outside, file);
			await setTimeout(1);
		}
	})();

	const bodies = new Set<string>();
	for (let asked = 0; asked < REQUESTS; asked += 10) {
		const answers = await Promise.all(
			Array.from({ length: 10 }, () => visit(service, "/picture.png")),
		);
		for (const { statusCode, body } of answers) bodies.add(statusCode === 404 ? "404" : body);
	}
	end.abort();
	await swapping;

	expect([...bodies].filter((body) => body !== "404")).toEqual([FILES["public/picture.png"]]);
});

async function writeInPlace(file: string, text: string): Promise<void> {
	await writeFile(file, text);
	await setTimeout(120);
}

async function writeByRename(file: string, text: string): Promise<void> {
	await writeFile(`${file}.new`, text);
	await rename(`${file}.new`, file);
	await setTimeout(5);
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
