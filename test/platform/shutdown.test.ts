import { EventEmitter } from "node:events";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { type ShutdownOptions, shutDownOnSignal } from "../../src/platform/shutdown.ts";

afterEach(() => {
	vi.useRealTimers();
});

test("a signal drains first, closes then, and leaves with 0", async () => {
	const { process, steps } = processThatShutsDown();

	process.emit("SIGTERM", "SIGTERM");

	await expect.poll(() => steps).toEqual(["drain", "close", "exit 0"]);
});

test("a second signal leaves at once with 1", () => {
	vi.useFakeTimers({ toFake: ["setTimeout"] });
	const { process, steps } = processThatShutsDown({ close: neverDone });

	process.emit("SIGTERM", "SIGTERM");
	vi.advanceTimersByTime(500);
	process.emit("SIGINT", "SIGINT");

	expect(steps).toEqual(["drain", "exit 1"]);
});

test("a signal that reaches the process twice, from its group and from its parent, counts once", async () => {
	const { process, steps } = processThatShutsDown();

	process.emit("SIGINT", "SIGINT");
	process.emit("SIGTERM", "SIGTERM");

	await expect.poll(() => steps).toEqual(["drain", "close", "exit 0"]);
});

test("what does not close within the deadline is left behind", async () => {
	const { process, steps } = processThatShutsDown({ close: neverDone, deadlineMs: 5 });

	process.emit("SIGTERM", "SIGTERM");

	await expect.poll(() => steps).toEqual(["drain", "exit 1"]);
});

test("a close that fails leaves with 1", async () => {
	const { process, steps } = processThatShutsDown({
		close: () => Promise.reject(new Error("Stuck")),
	});

	process.emit("SIGINT", "SIGINT");

	await expect.poll(() => steps).toEqual(["drain", "exit 1"]);
});

function neverDone(): Promise<void> {
	return new Promise(() => {});
}

/** A stand-in for `process` that writes down how it was left. */
function processThatShutsDown(changes: Partial<ShutdownOptions> = {}) {
	const steps: string[] = [];
	const process = new EventEmitter();
	shutDownOnSignal({
		log: pino({ level: "silent" }),
		deadlineMs: 1000,
		drain: () => void steps.push("drain"),
		close: async () => void steps.push("close"),
		process: Object.assign(process, {
			exit(code: number): never {
				steps.push(`exit ${code}`);
				// The real one never returns; the callers end with it either way.
				return undefined as never;
			},
			// An emitter takes and gives what `process.on` does for the two signals in use.
		}) as unknown as ShutdownOptions["process"],
		...changes,
	});
	return { process, steps };
}
