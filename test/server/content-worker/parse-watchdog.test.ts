import { expect, test } from "vitest";
import { CurrentFile } from "../../../src/server/content/pages/current-file.ts";
import { ParseWatchdog } from "../../../src/server/content-worker/live-content.ts";

const FILE = { file: "pages/größe.md", stamp: "12 1.5 1.5 7" };

test("a file that a thread is in for longer than the limit is found, with its state", () => {
	const watchdog = new ParseWatchdog({ limitMs: 1000, threads: 2 });
	const [, second] = watchdog.memories;
	new CurrentFile(second).enter(FILE);

	expect(watchdog.findStuck(0)).toEqual([]);
	expect(watchdog.findStuck(999)).toEqual([]);
	expect(watchdog.findStuck(1000)).toEqual([FILE]);
});

test("a thread that goes from file to file is never found, nor one that reads none", () => {
	const watchdog = new ParseWatchdog({ limitMs: 1000, threads: 2 });
	const current = new CurrentFile(watchdog.memories[0]);

	for (let nowMs = 0; nowMs < 10_000; nowMs += 900) {
		current.enter(FILE);
		expect(watchdog.findStuck(nowMs)).toEqual([]);
		current.leave();
	}

	expect(watchdog.findStuck(20_000)).toEqual([]);
	expect(watchdog.findStuck(30_000)).toEqual([]);
});

test("the file of a thread that was ended is forgotten", () => {
	const watchdog = new ParseWatchdog({ limitMs: 1000, threads: 1 });
	new CurrentFile(watchdog.memories[0]).enter(FILE);
	watchdog.findStuck(0);

	watchdog.startOver();

	expect(watchdog.findStuck(1000)).toEqual([]);
	expect(watchdog.findStuck(2000)).toEqual([]);
});
