import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { recordedLog } from "../../support/recorded-log.ts";
import { createTestSite } from "../../support/test-site.ts";
import { portOf, visit } from "../../support/visit.ts";

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

test("large text is coded on its way, and picks up where it broke off as it is", async () => {
	const text = JSON.stringify(Array.from({ length: 200_000 }, (_, index) => ({ index })));
	const { service } = await createTestSite({ files: { ...FILES, "public/large.json": text } });
	const ask = (headers: Record<string, string>, method: "GET" | "HEAD" = "GET") =>
		visit(service, { url: "/large.json", headers, method });

	const plain = await ask({});
	const coded = await ask({ "accept-encoding": "gzip, deflate, br, zstd" });
	const head = await ask({ "accept-encoding": "gzip" }, "HEAD");
	const refused = await ask({ "accept-encoding": "gzip;q=0, br" });
	const part = await ask({ "accept-encoding": "gzip", range: "bytes=0-4" });
	const again = await ask({
		"accept-encoding": "gzip",
		"if-none-match": String(coded.headers.etag),
	});

	expect(plain.body).toBe(text);
	expect(gunzipSync(coded.rawPayload).toString()).toBe(text);
	expect(coded.rawPayload.length).toBeLessThan(text.length / 3);
	for (const { headers } of [coded, head]) {
		expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "accept-encoding" });
		expect(headers["content-length"]).toBeUndefined();
		expect(headers.etag).toBe(`W/${plain.headers.etag}`);
	}
	expect(refused.headers["content-encoding"]).toBeUndefined();
	expect([part.statusCode, part.body]).toEqual([206, text.slice(0, 5)]);
	expect(again.statusCode).toBe(304);
});

test.each([
	"/data.json",
	"/large.bin",
])("%s has a time, which a client may ask with", async (url) => {
	const { service } = await createTestSite({
		files: { ...FILES, "public/large.bin": Buffer.alloc(2_000_000) },
	});
	const { headers } = await visit(service, url);
	const lastModified = String(headers["last-modified"]);
	const ask = (more: Record<string, string>) =>
		visit(service, { url, headers: { "if-modified-since": lastModified, ...more } });

	expect(Math.abs(Date.parse(lastModified) - Date.now())).toBeLessThan(60_000);
	expect((await ask({})).statusCode).toBe(304);
	expect((await ask({ "if-none-match": '"other"' })).statusCode).toBe(200);
	expect((await ask({ "if-modified-since": new Date(0).toUTCString() })).statusCode).toBe(200);
});

test("a download that is broken off is one line at debug", async () => {
	const { log, lines } = recordedLog("debug");
	const { service } = await createTestSite({
		files: { ...FILES, "public/large.bin": Buffer.alloc(30_000_000) },
		dependencies: { log },
	});
	const port = await portOf(service);
	lines.length = 0;
	const asking = request({ port, path: "/large.bin" }).on("error", () => undefined);
	await once(asking.end(), "response");

	asking.destroy();

	await expect.poll(() => lines).toHaveLength(1);
	expect(JSON.parse(lines[0] ?? "")).toMatchObject({
		level: "debug",
		msg: "A download was aborted",
	});
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
