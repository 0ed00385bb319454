import { expect, test } from "vitest";
import { StoreUnavailableError } from "../../../src/analytics/errors.ts";
import { WriteBuffer } from "../../../src/analytics/ingest/write-buffer.ts";
import type { NewEvent, WriteOutcome } from "../../../src/analytics/store/new-event.ts";
import { newPageView } from "../../support/new-event.ts";

test("requests that arrive together share one write", async () => {
	const writes: number[] = [];
	const buffer = bufferWith(countingWrite(writes));

	await Promise.all([buffer.add([newPageView()]), buffer.add([newPageView(), newPageView()])]);

	expect(writes).toEqual([3]);
});

test("a full group does not wait for its age", async () => {
	const writes: number[] = [];
	const buffer = bufferWith(countingWrite(writes), { maxAgeMs: 60_000, maxGroupEvents: 2 });

	await buffer.add([newPageView(), newPageView()]);

	expect(writes).toEqual([2]);
});

test("no request is answered before the write is over", async () => {
	const steps: string[] = [];
	const buffer = bufferWith((events) => {
		steps.push("written");
		return countingWrite([])(events);
	});

	await buffer.add([newPageView()]).then(() => steps.push("answered"));

	expect(steps).toEqual(["written", "answered"]);
});

test("what can wait is done after the senders have their answer", async () => {
	const steps: string[] = [];
	const tidied = Promise.withResolvers<void>();
	const buffer = bufferWith(countingWrite([]), {
		afterFlush: ({ isIdle }) => {
			steps.push(isIdle ? "tidied at leisure" : "tidied in haste");
			tidied.resolve();
		},
	});

	await buffer.add([newPageView()]).then(() => steps.push("answered"));
	await tidied.promise;

	expect(steps).toEqual(["answered", "tidied at leisure"]);
});

test("a disk that refuses is told to everyone of the group", async () => {
	const buffer = bufferWith(() => {
		throw new StoreUnavailableError("The disk is full");
	});

	const outcomes = await Promise.allSettled([
		buffer.add([newPageView()]),
		buffer.add([newPageView()]),
	]);

	expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a request that cannot be written does not take its group with it", async () => {
	const buffer = bufferWith((events) => {
		if (events.some(({ event: name }) => name === "poison")) throw new TypeError("Unwritable");
		return countingWrite([])(events);
	});

	const outcomes = await Promise.allSettled([
		buffer.add([newPageView()]),
		buffer.add([newPageView({ event: "poison" })]),
	]);

	expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
});

test("too many waiting events are refused at once", async () => {
	const buffer = bufferWith(countingWrite([]), { maxAgeMs: 60_000, maxWaitingEvents: 1 });
	const first = buffer.add([newPageView()]);

	await expect(buffer.add([newPageView()])).rejects.toThrow(StoreUnavailableError);
	buffer.flush();
	await expect(first).resolves.toMatchObject({ stored: 1 });
});

function bufferWith(
	write: (events: readonly NewEvent[]) => WriteOutcome,
	limits: Partial<ConstructorParameters<typeof WriteBuffer>[0]> = {},
): WriteBuffer {
	return new WriteBuffer({
		write,
		afterFlush: () => {},
		maxAgeMs: 1,
		maxGroupEvents: 100,
		maxWaitingEvents: 1_000,
		...limits,
	});
}

function countingWrite(writes: number[]): (events: readonly NewEvent[]) => WriteOutcome {
	return (events) => {
		writes.push(events.length);
		return { stored: events.length, repeated: 0 };
	};
}
