import { EventEmitter } from "node:events";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { type ShutdownOptions, shutDownOnSignal } from "../../src/platform/shutdown.ts";

afterEach(() => {
	vi.useRealTimers();
});

const IN_ORDER = ["drain", "close", "exit 0"];

interface Course {
	readonly changes?: Partial<ShutdownOptions>;
	readonly resources?: readonly string[];
	readonly signals?: readonly string[];
	readonly steps: readonly string[];
}

const COURSES: Readonly<Record<string, Course>> = {
	"a signal drains first, closes then, and leaves with 0": { steps: IN_ORDER },
	"a signal that reaches the process twice, from its group and from its parent, counts once": {
		signals: ["SIGINT", "SIGTERM"],
		steps: IN_ORDER,
	},
	"what does not close within the deadline is left behind": {
		changes: { close: neverDone, deadlineMs: 5 },
		steps: ["drain", "exit 1"],
	},
	"a close that fails leaves with 1": {
		changes: { close: () => Promise.reject(new Error("Stuck")) },
		steps: ["drain", "exit 1"],
	},
	// Node would wait for either.
	"where a request to a disk never ends, the process ends itself": {
		resources: ["Timeout", "FSReqPromise"],
		steps: [...IN_ORDER, "SIGKILL to 4711"],
	},
	"where a thread never ends, the process ends itself": {
		changes: { isThreadStuck: () => true },
		resources: [],
		steps: [...IN_ORDER, "SIGKILL to 4711"],
	},
};

test.each(Object.entries(COURSES))("%s", async (_name, course) => {
	const { process, steps } = processThatShutsDown(course.changes, course.resources);

	for (const signal of course.signals ?? ["SIGTERM"]) process.emit(signal, signal);

	await expect.poll(() => steps).toEqual(course.steps);
});

test("a second signal leaves at once with 1", () => {
	vi.useFakeTimers({ toFake: ["setTimeout"] });
	const { process, steps } = processThatShutsDown({ close: neverDone });

	process.emit("SIGTERM", "SIGTERM");
	vi.advanceTimersByTime(500);
	process.emit("SIGINT", "SIGINT");

	expect(steps).toEqual(["drain", "exit 1"]);
});

test("a request to a disk that answers late is waited for", async () => {
	const resources = ["FSReqCallback"];
	const { process, steps } = processThatShutsDown({}, resources);

	process.emit("SIGTERM", "SIGTERM");
	await expect.poll(() => steps).toContain("close");
	resources.length = 0;

	await expect.poll(() => steps).toEqual(["drain", "close", "exit 0"]);
});

function neverDone(): Promise<void> {
	return new Promise(() => {});
}

/** A stand-in for `process` that writes down how it was left. */
function processThatShutsDown(
	changes: Partial<ShutdownOptions> = {},
	resources: readonly string[] = ["TCPSocketWrap", "Timeout"],
) {
	const steps: string[] = [];
	const process = new EventEmitter();
	shutDownOnSignal({
		log: pino({ level: "silent" }),
		deadlineMs: 1000,
		drain: () => void steps.push("drain"),
		close: async () => void steps.push("close"),
		process: Object.assign(process, {
			pid: 4711,
			getActiveResourcesInfo: () => resources,
			kill: (pid: number, signal: string) => steps.push(`${signal} to ${pid}`) > 0,
			exit(code: number): never {
				steps.push(`exit ${code}`);
				process.emit("exit");
				// The real one never returns; the callers end with it either way.
				return undefined as never;
			},
			// An emitter takes and gives what `process.on` does for the two signals in use.
		}) as unknown as ShutdownOptions["process"],
		...changes,
	});
	return { process, steps };
}
