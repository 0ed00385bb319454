import { EventEmitter } from "node:events";
import { pino } from "pino";
import { expect, test } from "vitest";
import { shutDownOnSignal } from "../../src/platform/shutdown.ts";

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
	process.emit("SIGINT", "SIGINT");

	expect(steps).toEqual(["exit 1"]);
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
