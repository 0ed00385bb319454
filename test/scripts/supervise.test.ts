import { EventEmitter } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import type { ServiceEnd, ServiceProcess } from "../../scripts/start/service-process.ts";
import { supervise } from "../../scripts/start/supervise.ts";

afterEach(() => {
	vi.useRealTimers();
});

interface Course {
	/** Exit code of each service after SIGTERM. */
	readonly services: Readonly<Record<string, number>>;
	/** A signal, or the exit code with which the last service ends by itself. */
	readonly happens: readonly (string | number)[];
	readonly code: number;
	readonly journal: readonly string[];
}

const STOPS = ["terminate site", "site ended"];

const COURSES: Readonly<Record<string, Course>> = {
	"a signal stops the services one after the other, and the whole ends with 0": {
		services: { site: 0, analytics: 0 },
		happens: ["SIGTERM"],
		code: 0,
		journal: [...STOPS, "terminate analytics", "analytics ended"],
	},
	"when one service dies before it is ready, the other is stopped and its exit code is the result":
		{
			services: { site: 0, analytics: 0 },
			happens: [7],
			code: 7,
			journal: ["analytics ended", ...STOPS],
		},
	"a service that leaves unasked is a failure even when it calls itself successful": {
		services: { site: 0 },
		happens: [0],
		code: 1,
		journal: ["site ended"],
	},
	"a service that does not leave in order after a signal gives its exit code to the whole": {
		services: { site: 3 },
		happens: ["SIGTERM"],
		code: 3,
		journal: STOPS,
	},
	"the same signal from the terminal and from npm counts once": {
		services: { site: 0 },
		happens: ["SIGINT", "SIGINT"],
		code: 0,
		journal: STOPS,
	},
};

test.each(Object.entries(COURSES))("%s", async (_name, course) => {
	const { signal, started, journal, ended } = supervised(course.services);

	for (const what of course.happens) {
		if (typeof what === "string") signal(what);
		else started.at(-1)?.end({ code: what });
	}

	expect(await ended).toBe(course.code);
	expect(journal).toEqual(course.journal);
});

test("a second signal ends services that do not leave", async () => {
	vi.useFakeTimers({ toFake: ["performance"] });
	const { signal, journal, ended } = supervised({ site: "never" });

	signal("SIGTERM");
	vi.advanceTimersByTime(1000);
	signal("SIGTERM");

	expect(await ended).toBe(137);
	expect(journal).toContain("kill site");
});

test("a service that was ready restarts when it ends, and the reason is printed", async () => {
	const { started, journal, printed, signal, ended } = supervised({ site: 0, analytics: 0 });
	started[0]?.becomeReady();

	started[0]?.end({ code: 1 });
	await expect.poll(() => started.length).toBe(3);
	started[2]?.end({ code: 137, signal: "SIGKILL" });
	await expect.poll(() => started.length).toBe(4);

	expect(printed).toEqual([
		'The service "site" ended with exit code 1: it restarts in 1 s',
		'The service "site" ended by the signal SIGKILL: it restarts in 2 s',
	]);
	expect(journal).toEqual(["site ended", "site ended"]);
	signal("SIGTERM");
	expect(await ended).toBe(0);
});

test("the delay before a restart grows to half a minute, and starts again after a minute without an end", async () => {
	vi.useFakeTimers({ toFake: ["performance"] });
	const { started, waits } = supervised({ site: 0 });
	started[0]?.becomeReady();

	for (let count = 1; count <= 7; count += 1) {
		if (count === 7) vi.advanceTimersByTime(60_001);
		started.at(-1)?.end({ code: 1 });
		await expect.poll(() => started.length).toBe(count + 1);
	}

	expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 1000]);
});

test("a signal ends the wait for a restart", async () => {
	const { started, signal, ended } = supervised({ site: 0 }, { waitsForever: true });
	started[0]?.becomeReady();

	started[0]?.end({ code: 5 });
	await started[0]?.exited;
	signal("SIGTERM");

	expect(await ended).toBe(5);
	expect(started).toHaveLength(1);
});

test("readiness is announced once, when all services are ready", async () => {
	const { started, journal, signal, ended } = supervised({ site: 0, analytics: 0 });

	started[1]?.becomeReady();
	started[0]?.becomeReady();

	await expect.poll(() => journal).toEqual(["all ready"]);
	signal("SIGTERM");
	expect(await ended).toBe(0);
});

interface FakeService extends ServiceProcess {
	becomeReady(): void;
	end(how: ServiceEnd): void;
}

/** @param codes Exit code of each service after SIGTERM; `never` if it ignores the signal. */
function supervised(
	codes: Readonly<Record<string, number | "never">>,
	{ waitsForever = false } = {},
) {
	const started: FakeService[] = [];
	const [journal, printed, waits] = [[] as string[], [] as string[], [] as number[]];
	const process = new EventEmitter();
	const starts = Object.entries(codes).map(([name, code]) => () => {
		const service = fakeService(name, journal, code);
		started.push(service);
		return service;
	});
	const ended = supervise({
		starts,
		process,
		print: (sentence) => printed.push(sentence),
		onReady: () => journal.push("all ready"),
		wait: (ms, signal) => {
			waits.push(ms);
			if (!waitsForever) return Promise.resolve();
			return new Promise((_resolve, reject) => {
				signal.addEventListener("abort", () => reject(new Error("Aborted")));
			});
		},
	});
	return { started, journal, printed, waits, ended, signal: (name: string) => process.emit(name) };
}

/** Ends when it is asked to, and notes in the journal what happens to it. */
function fakeService(
	name: string,
	journal: string[],
	codeWhenAsked: number | "never",
): FakeService {
	const { promise: exited, resolve } = Promise.withResolvers<ServiceEnd>();
	const { promise: ready, resolve: settleReady } = Promise.withResolvers<boolean>();
	let running = true;
	const end = (how: ServiceEnd): void => {
		if (!running) return;
		running = false;
		journal.push(`${name} ended`);
		settleReady(false);
		resolve(how);
	};
	return {
		name,
		exited,
		ready,
		end,
		becomeReady: () => settleReady(true),
		isRunning: () => running,
		terminate: () => {
			journal.push(`terminate ${name}`);
			if (codeWhenAsked !== "never") end({ code: codeWhenAsked });
		},
		kill: () => {
			journal.push(`kill ${name}`);
			end({ code: 137, signal: "SIGKILL" });
		},
	};
}
