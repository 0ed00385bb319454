import { EventEmitter } from "node:events";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { shutDownOnSignal } from "../../src/platform/shutdown.ts";

afterEach(() => {
	vi.useRealTimers();
});

test("a signal drains first, closes then, and leaves with 0", async () => {
	const steps: string[] = [];
	const process = processThatRecords(steps);

	shutDownOnSignal({
		log: pino({ level: "silent" }),
		deadlineMs: 1000,
		drain: () => steps.push("drain"),
		close: async () => {
			steps.push("close");
		},
		process,
	});
	process.emit("SIGTERM", "SIGTERM");

	await expect.poll(() => steps).toEqual(["drain", "close", "exit 0"]);
});

test("a second signal leaves at once with 1", () => {
	vi.useFakeTimers({ toFake: ["setTimeout"] });
	const steps: string[] = [];
	const process = processThatRecords(steps);

	shutDownOnSignal({
		log: pino({ level: "silent" }),
		deadlineMs: 1000,
		drain: () => {},
		close: () => new Promise(() => {}),
		process,
	});
	process.emit("SIGTERM", "SIGTERM");
	vi.advanceTimersByTime(500);
	process.emit("SIGINT", "SIGINT");

	expect(steps).toEqual(["exit 1"]);
});

test("a signal that reaches the process twice, from its group and from its parent, counts once", async () => {
	const steps: string[] = [];
	const process = processThatRecords(steps);

	shutDownOnSignal({
		log: pino({ level: "silent" }),
		deadlineMs: 1000,
		drain: () => {},
		close: async () => {},
		process,
	});
	process.emit("SIGINT", "SIGINT");
	process.emit("SIGTERM", "SIGTERM");

	await expect.poll(() => steps).toEqual(["exit 0"]);
});

test("what does not close within the deadline is left behind", async () => {
	const steps: string[] = [];
	const process = processThatRecords(steps);

	shutDownOnSignal({
		log: pino({ level: "silent" }),
		deadlineMs: 5,
		drain: () => {},
		close: () => new Promise(() => {}),
		process,
	});
	process.emit("SIGTERM", "SIGTERM");

	await expect.poll(() => steps).toEqual(["exit 1"]);
});

test("a close that fails leaves with 1", async () => {
	const steps: string[] = [];
	const process = processThatRecords(steps);

	shutDownOnSignal({
		log: pino({ level: "silent" }),
		deadlineMs: 1000,
		drain: () => {},
		close: () => Promise.reject(new Error("Stuck")),
		process,
	});
	process.emit("SIGINT", "SIGINT");

	await expect.poll(() => steps).toEqual(["exit 1"]);
});

/** A stand-in for `process` that writes down how it was left. */
function processThatRecords(steps: string[]) {
	const exit = (code: number): never => {
		steps.push(`exit ${code}`);
		// The real one never returns; the callers end with it either way.
		return undefined as never;
	};
	return Object.assign(new EventEmitter(), { exit }) as unknown as EventEmitter &
		Pick<NodeJS.Process, "on" | "exit">;
}
