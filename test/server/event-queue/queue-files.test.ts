import { createDecipheriv } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packDelivery } from "../../../src/server/event-queue/delivery.ts";
import { QueueFiles } from "../../../src/server/event-queue/queue-files.ts";
import {
	deliveryAt,
	eventFiles,
	HOUR_MS,
	keyFiles,
	NOON,
	setUp,
	writeLeasesOfEndedProcess,
} from "./queue-folder.ts";

const EARLIER_QUEUE = join(import.meta.dirname, "../../fixtures/earlier-versions/event-queue");

test("unfinished files of a killed process are removed and counted; those of a living one stay", async () => {
	const { folder, metrics, open } = await setUp({ answers: ["away", "away", "away"] });
	await open().add(deliveryAt(NOON));
	const [name = ""] = eventFiles(await readdir(folder));
	const unfinished = `.${name}-4b2a`;
	await writeFile(join(folder, unfinished), "half");
	const next = open();
	await next.add(deliveryAt(NOON + 1));
	next.start();
	await expect.poll(() => metrics.render()).toContain("ingest_queue_requests 1");
	expect(await readdir(folder)).toContain(unfinished);
	await next.close();

	await writeLeasesOfEndedProcess(folder);
	open().start();

	await expect.poll(() => readdir(folder)).not.toContain(unfinished);
	await expect.poll(() => metrics.render()).toContain("ingest_queue_unfinished_total 1");
});

test.each([
	["empty", (file: string) => truncate(file)],
	["damaged", (file: string) => writeFile(file, "x".repeat(32))],
	["lost", (file: string) => rm(file)],
])("an %s key costs its own requests, which are set aside, and nothing else", async (_how, damage) => {
	const { folder, timesOf, metrics, open } = await setUp();
	await open().add(deliveryAt(NOON));
	const [key = ""] = keyFiles(await readdir(folder));
	await damage(join(folder, key));
	await writeLeasesOfEndedProcess(folder);
	const next = open();

	const accepted = await next.add(deliveryAt(NOON + 1));
	next.start();

	expect(accepted).toBe(true);
	await expect.poll(timesOf).toEqual([NOON + 1]);
	await expect.poll(() => next.problem).toContain("of the event queue cannot be read");
	expect(metrics.render()).toMatch(/ingest_queue_damaged_files [12]\n/);
	expect(eventFiles(await readdir(join(folder, "damaged")))).toHaveLength(1);
});

test("a key that is damaged while its process lives is written again", async () => {
	const { folder, attempts, delivered, open } = await setUp({ answers: ["away", "away"] });
	const queue = open();
	await queue.add(deliveryAt(NOON));
	const [key = ""] = keyFiles(await readdir(folder));
	await truncate(join(folder, key));

	queue.start();

	await expect.poll(() => attempts.length).toBeGreaterThan(0);
	expect((await readFile(join(folder, key))).length).toBe(32);
	await expect.poll(() => delivered.length).toBe(1);
});

test("nothing of an event can be read on the disk", async () => {
	const { folder, open } = await setUp();
	await open().add(deliveryAt(NOON, Buffer.from('{"q":"search words"}')));

	const texts = (await readdir(folder)).map((name) => readFile(join(folder, name), "latin1"));

	const all = (await Promise.all(texts)).join("\n");
	expect(all).not.toMatch(/203\.0\.113\.7|Example Browser|search words/);
});

test("the sender of an event is not on the disk, not even encrypted", () => {
	const packed = packDelivery(deliveryAt(NOON)).toString();

	expect(packed).toContain("content-type");
	expect(packed).not.toMatch(/203\.0\.113\.7|Example Browser|tlh/);
});

test("the key of a day is destroyed when nothing of it waits", async () => {
	const { folder, open } = await setUp({ now: () => NOON + 80 * HOUR_MS });
	const queue = open();
	for (const hours of [0, 80]) await queue.add(deliveryAt(NOON + hours * HOUR_MS));
	expect(keyFiles(await readdir(folder))).toHaveLength(2);

	queue.start();

	await expect.poll(async () => keyFiles(await readdir(folder))).toHaveLength(1);
});

test("a file that is damaged does not hold up the others", async () => {
	const { folder, timesOf, metrics, open } = await setUp();
	const queue = open();
	await queue.add(deliveryAt(NOON));
	const [name = ""] = eventFiles(await readdir(folder));
	await writeFile(join(folder, name), "junk");
	await queue.add(deliveryAt(NOON + 1));

	queue.start();

	await expect.poll(timesOf).toEqual([NOON + 1]);
	expect(metrics.render()).toContain("ingest_queue_damaged_files");
	expect(eventFiles(await readdir(join(folder, "damaged")))).toEqual([name]);
});

test("requests that version 0.2.0 has stored are sent, and leave the disk with their keys", async () => {
	const { folder, delivered, open } = await setUp();
	await cp(EARLIER_QUEUE, folder, { recursive: true });

	const queue = open();
	queue.start();

	await expect.poll(() => delivered.length).toBe(3);
	expect(delivered.map(({ id, path, body }) => ({ id, path, body: body.toString() }))).toEqual(
		[1, 2, 3].map((n) => ({
			id: `request-${n}`,
			path: "/e/?ip=1",
			body: `{"event":"kept","n":${n},"properties":{"token":"phc_test","distinct_id":"visitor-${n}"}}`,
		})),
	);
	await expect.poll(async () => keyFiles(await readdir(folder))).toEqual([]);
	await queue.close();
	expect(await readdir(folder)).toEqual([]);
});

test("version 0.2.0 can read what this version stores: file names, keys and bytes are as they were", async () => {
	const { folder, open } = await setUp();
	await open().add(deliveryAt(NOON, Buffer.from("the body"), "one"));

	const [name = ""] = eventFiles(await readdir(folder));
	const [, time, owner] = /^(\d{15})-([0-9a-f]{16})-[0-9a-f-]{36}\.event$/.exec(name) ?? [];
	const key = await readFile(join(folder, `${Math.floor(Number(time) / 86_400_000)}-${owner}.key`));
	const bytes = await readFile(join(folder, name));
	const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
	decipher.setAuthTag(bytes.subarray(12, 28));
	const text = decipher.update(bytes.subarray(28)).toString() + decipher.final().toString();

	expect(text).toBe(
		`{"id":"one","arrivedAt":${NOON},"path":"/e/?ip=1","headers":{"content-type":"x"}}\nthe body`,
	);
});

test("a request is sent although another version has given its key another name", async () => {
	const { folder, timesOf, open } = await setUp();
	await open().add(deliveryAt(NOON));
	await writeLeasesOfEndedProcess(folder);
	const [key = ""] = keyFiles(await readdir(folder));
	await rename(join(folder, key), join(folder, "20779.key"));

	open().start();

	await expect.poll(timesOf).toEqual([NOON]);
});

test("requests that were set aside are sent after the command, once their key is there", async () => {
	const { folder, timesOf, open } = await setUp();
	await open().add(deliveryAt(NOON));
	await writeLeasesOfEndedProcess(folder);
	const [key = ""] = keyFiles(await readdir(folder));
	const bytes = await readFile(join(folder, key));
	await rm(join(folder, key));
	const next = open();
	next.start();
	await expect.poll(() => next.problem).toContain("retry-events");
	await next.close();
	await writeFile(join(folder, "damaged", key), bytes);

	expect(await new QueueFiles(folder).returnDamaged()).toBe(1);
	const last = open();
	last.start();

	await expect.poll(timesOf).toEqual([NOON]);
	await expect.poll(() => last.problem).toBeUndefined();
});

test("a queue of a newer version stays as it is, and is reported", async () => {
	const { folder, metrics, open } = await setUp({ within: "event-queue" });
	const newer = `${folder}-2`;
	await mkdir(newer);
	await writeFile(join(newer, "000000000000001.batch"), "of a later format");
	const queue = open();

	queue.start();

	await expect.poll(() => queue.problem).toContain('1 files in "event-queue-2"');
	expect(metrics.render()).toContain("ingest_queue_newer_files 1");
	await queue.close();
	expect(await readdir(newer)).toEqual(["000000000000001.batch"]);
});

test("a file of unknown form stays in the queue, and is reported", async () => {
	const { folder, open } = await setUp();
	await writeFile(join(folder, "000000000000001.batch"), "of a later format");
	const queue = open();

	queue.start();

	await expect.poll(() => queue.problem).toContain("1 files of the event queue cannot be read");
	expect(await readdir(folder)).toContain("000000000000001.batch");
});
