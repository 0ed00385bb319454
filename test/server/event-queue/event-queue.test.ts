import { readdir } from "node:fs/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import {
	deliveryAt,
	eventFiles,
	HOUR_MS,
	NOON,
	SENT_HEADERS,
	setUp,
	UNKNOWN_HEADERS,
	writeLeasesOfEndedProcess,
} from "./queue-folder.ts";

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
