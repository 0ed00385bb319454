import { expect, test } from "vitest";
import { runInTime } from "../../../src/server/content/run-in-time.ts";

const BOX = { limitMs: 50, onStop: nothing };

test("work that ends in time gives its result", () => {
	expect(runInTime(() => 42, BOX)).toEqual({ kind: "done", result: 42 });
});

test("work that fails throws what it threw", () => {
	expect(() => runInTime(fail, BOX)).toThrow(new RangeError("Too far"));
});

test.each([
	["a loop", loop],
	["a regular expression", () => /^(?:a+)+b/.test("a".repeat(60))],
	["a loop that catches everything", loopOnError],
])("%s without an end is stopped, and what it had begun is thrown away", (_what, work) => {
	let stops = 0;

	const outcome = runInTime(work, { limitMs: 50, onStop: () => (stops += 1) });

	expect(outcome).toEqual({ kind: "stopped" });
	expect(stops).toBeGreaterThan(0);
});

test.each([
	["is begun once more with more time", false, 2],
	["is not begun anew where the limit is strict", true, 1],
])("work that others kept from the processor %s", (_what, isStrict, starts) => {
	let begun = 0;
	const work = (): never => {
		begun += 1;
		return waitForOthers();
	};

	expect(runInTime(work, { ...BOX, isStrict })).toEqual({ kind: "stopped" });
	expect(begun).toBe(starts);
});

test("work within work is stopped by itself", () => {
	const outcome = runInTime(() => runInTime(loop, BOX), { limitMs: 60_000, onStop: nothing });

	expect(outcome).toEqual({ kind: "done", result: { kind: "stopped" } });
});

test("work within work ends with it", () => {
	const inner = { limitMs: 60_000, onStop: nothing };

	expect(runInTime(() => runInTime(loop, inner), BOX)).toEqual({ kind: "stopped" });
});

function loop(): never {
	for (;;);
}

/** Takes time by the clock, and hardly any of the processor's. */
function waitForOthers(): never {
	const never = new Int32Array(new SharedArrayBuffer(4));
	for (;;) Atomics.wait(never, 0, 0, 5);
}

function loopOnError(): never {
	try {
		return loop();
	} catch {
		// Whoever stops the work must not be heard here.
		return loop();
	}
}

function fail(): never {
	throw new RangeError("Too far");
}

function nothing(): undefined {
	return undefined;
}
