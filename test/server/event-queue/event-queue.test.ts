import { createDecipheriv, randomUUID } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLogger } from "../../../src/platform/observability/logger.ts";
import { Metrics } from "../../../src/platform/observability/metrics.ts";
import {
	type Delivery,
	packDelivery,
	VERDICT_HEADER,
} from "../../../src/server/event-queue/delivery.ts";
import { EventQueue } from "../../../src/server/event-queue/event-queue.ts";
import { QueueFiles } from "../../../src/server/event-queue/queue-files.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const NOON = Date.parse("2026-11-22T12:00:00Z");
const HOUR_MS = 60 * 60 * 1000;

test("what was kept is passed on in the order of arrival, byte for byte, and leaves the disk", async () => {
	const { folder, delivered, open } = await setUp();
	const body = Buffer.from([0, 10, 255, 31]);
	const queue = open();

	const kept = [await queue.add(deliveryAt(NOON + 2)), await queue.add(deliveryAt(NOON + 1, body))];
	queue.start();

	await expect.poll(() => queue.isEmpty).toBe(true);
	expect(kept).toEqual([true, true]);
	expect(delivered.map(({ arrivedAt }) => arrivedAt)).toEqual([NOON + 1, NOON + 2]);
	expect(delivered[0]).toEqual(deliveryAt(NOON + 1, body, delivered[0]?.id));
	expect(eventFiles(await readdir(folder))).toEqual([]);
});

test("what a killed process has stored is sent by the next one at once, without its sender", async () => {
	const { folder, delivered, open } = await setUp();
	await open().add(deliveryAt(NOON));
	await writeLeasesOfEndedProcess(folder);

	open().start();

	await expect.poll(() => delivered.length).toBe(1);
	expect(delivered[0]?.headers).toEqual(UNKNOWN_HEADERS);
});

test("a request that waits longer than a day is sent without its sender", async () => {
	const { delivered, open } = await setUp();
	const now = performance.now.bind(performance);
	let aheadMs = -25 * HOUR_MS;
	const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + aheadMs);
	onTestFinished(() => clock.mockRestore());
	const queue = open();
	await queue.add(deliveryAt(NOON));
	aheadMs = 0;

	queue.start();

	await expect.poll(() => delivered.length).toBe(1);
	expect(delivered[0]?.headers).toEqual(UNKNOWN_HEADERS);
});

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

test("a service that is away is tried again until it takes what there is", async () => {
	const answers = ["away", 503, 429, 200] as const;
	const { attempts, delivered, startWith } = await setUp({ answers });

	await startWith(NOON);

	await expect.poll(() => delivered.length).toBe(1);
	expect(new Set(attempts.map(({ id }) => id)).size).toBe(1);
	expect(attempts).toHaveLength(answers.length);
});

test("what the service itself refuses is not sent again, and counted", async () => {
	const { attempts, metrics, startWith } = await setUp({ answers: [400] });

	const queue = await startWith(NOON);

	await expect.poll(() => queue.isEmpty).toBe(true);
	expect(attempts).toHaveLength(1);
	expect(metrics.render()).toContain("ingest_queue_refused_total 1");
});

test.each([
	200, 204, 301, 401, 403, 404, 501,
])("an answer %i of another program removes nothing", async (status) => {
	const { attempts, delivered, startWith } = await setUp({ answers: [{ foreign: status }, 200] });

	await startWith(NOON);

	await expect.poll(() => delivered.length).toBe(1);
	expect(attempts).toHaveLength(2);
});

test("a request that a proxy finds too large stays, and does not hold up the others", async () => {
	const { timesOf, startWith } = await setUp({ answers: [{ foreign: 413 }] });

	await startWith(NOON, NOON + 1);

	await expect.poll(timesOf).toEqual([NOON + 1, NOON]);
});

test.each([
	25, 10_000, -10_000,
])("a clock that is %i hours ahead at the next start drops nothing", async (hours) => {
	const clock = { now: NOON };
	const { folder, timesOf, open } = await setUp({ now: () => clock.now });
	await open().add(deliveryAt(NOON));
	await writeLeasesOfEndedProcess(folder);
	clock.now += hours * HOUR_MS;

	open().start();

	await expect.poll(timesOf).toEqual([NOON]);
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

test("the files of a replica that lives are left to it", async () => {
	const { attempts, delivered, open } = await setUp({ answers: ["away", "away"] });
	const [one, two] = [open(), open()];
	await one.add(deliveryAt(NOON));
	one.start();
	await expect.poll(() => attempts.length).toBe(1);
	two.start();

	await expect.poll(() => delivered.length).toBe(1);
	await expect.poll(() => one.isEmpty && two.isEmpty).toBe(true);

	expect(delivered[0]?.headers).toEqual(SENT_HEADERS);
	expect(attempts).toHaveLength(3);
});

test("a queue that is full takes nothing, and takes again when there is room", async () => {
	const { open } = await setUp({ maxBytes: 1_000 });
	const queue = open();

	const add = (): Promise<boolean> => queue.add(deliveryAt(NOON, Buffer.alloc(600)));

	const before = [await add(), await add()];
	queue.start();
	await expect.poll(() => queue.isEmpty).toBe(true);

	expect([...before, await add()]).toEqual([true, false, true]);
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

test("two replicas over one folder lose nothing, and say the same id where both send", async () => {
	const { delivered, open } = await setUp();
	const [one, two] = [open(), open()];
	const ids = Array.from({ length: 20 }, (_, index) => deliveryAt(NOON + index));
	for (const [index, delivery] of ids.entries()) {
		await (index % 2 === 0 ? one : two).add(delivery);
	}

	one.start();
	two.start();

	await expect.poll(() => one.isEmpty && two.isEmpty).toBe(true);
	expect(new Set(delivered.map(({ id }) => id))).toEqual(new Set(ids.map(({ id }) => id)));
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
	await queue.close();
	open().start();
	await expect.poll(() => readdir(folder)).toEqual([]);
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

const EARLIER_QUEUE = join(import.meta.dirname, "../../fixtures/earlier-versions/event-queue");

const UNKNOWN_HEADERS = { "content-type": "x", "x-loggia-sender": "unknown" };

const SENT_HEADERS = {
	"content-type": "x",
	"user-agent": "Example Browser",
	"x-forwarded-for": "203.0.113.7",
	"accept-language": "tlh",
};

interface SetUpOptions {
	/** One for each attempt, and 200 after that. */
	readonly answers?: readonly (number | "away" | { readonly foreign: number })[];
	readonly maxBytes?: number;
	readonly now?: () => number;
	/** Name of the queue's folder. Default: it is the temporary folder itself. */
	readonly within?: string;
}

async function setUp(options: SetUpOptions = {}) {
	const { answers = [], maxBytes = 1e6, now = () => NOON + HOUR_MS } = options;
	const folder = join(temporaryFolder(), options.within ?? "");
	const [attempts, delivered]: [Delivery[], Delivery[]] = [[], []];
	const queues: EventQueue[] = [];
	const metrics = new Metrics();
	onTestFinished(async () => {
		for (const queue of queues) await queue.close();
	});
	const open = (): EventQueue => {
		const queue = new EventQueue({
			folder,
			maxBytes,
			now,
			metrics,
			log: createLogger({ service: "site", level: "silent" }),
			deliver: async (delivery) => {
				const answer = answers[attempts.length] ?? 200;
				attempts.push(delivery);
				if (answer === "away") throw new Error("Nothing listens");
				const body = Buffer.alloc(0);
				if (typeof answer === "object") {
					return { status: answer.foreign, headers: new Headers(), body };
				}
				if (answer === 200) delivered.push(delivery);
				return { status: answer, headers: new Headers({ [VERDICT_HEADER]: delivery.id }), body };
			},
		});
		queues.push(queue);
		return queue;
	};
	const startWith = async (...times: readonly number[]): Promise<EventQueue> => {
		const queue = open();
		for (const time of times) await queue.add(deliveryAt(time));
		queue.start();
		return queue;
	};
	const timesOf = (): readonly number[] => delivered.map(({ arrivedAt }) => arrivedAt);
	return { folder, attempts, delivered, metrics, open, startWith, timesOf };
}

function deliveryAt(
	arrivedAt: number,
	body = Buffer.from("{}"),
	id: string = randomUUID(),
): Delivery {
	return { id, arrivedAt, path: "/e/?ip=1", headers: SENT_HEADERS, body };
}

/** Says that each process so far was another one, of this machine, and was killed. */
async function writeLeasesOfEndedProcess(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		if (!name.endsWith(".lease")) continue;
		const [place = "", , process = ""] = (await readFile(join(folder, name), "utf8")).split("\n");
		await writeFile(join(folder, name), [place, NO_PROCESS, process].join("\n"));
	}
}

/** Above the highest number that Linux gives. */
const NO_PROCESS = 2 ** 22 + 1;

function keyFiles(names: readonly string[]): readonly string[] {
	return names.filter((name) => name.endsWith(".key"));
}

function eventFiles(names: readonly string[]): readonly string[] {
	return names.filter((name) => name.endsWith(".event")).toSorted();
}
