import { EventEmitter } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import type { ServiceProcess } from "../../scripts/start/service-process.ts";
import { supervise } from "../../scripts/start/supervise.ts";

afterEach(() => {
	vi.useRealTimers();
});

interface Course {
	/** With what each ends when it is asked to. */
	readonly services: Readonly<Record<string, number>>;
	/** A signal, or that the last service ends by itself with a code. */
	readonly happens: readonly (string | number)[];
	readonly code: number;
	readonly journal: readonly string[];
}

const STOPS = ["terminate site", "site ended"];

const COURSES: Readonly<Record<string, Course>> = {
	"a signal stops the services one after the other, and the whole ends with 0": {
		...{ services: { site: 0, analytics: 0 }, happens: ["SIGTERM"], code: 0 },
		journal: [...STOPS, "terminate analytics", "analytics ended"],
	},
	"when one service dies, the other is stopped and the exit code is that of the dead one": {
		...{ services: { site: 0, analytics: 0 }, happens: [7], code: 7 },
		journal: ["analytics ended", ...STOPS],
	},
	"a service that leaves unasked is a failure even when it calls itself successful": {
		...{ services: { site: 0 }, happens: [0], code: 1, journal: ["site ended"] },
	},
	"a service that does not leave in order after a signal gives its exit code to the whole": {
		...{ services: { site: 3 }, happens: ["SIGTERM"], code: 3, journal: STOPS },
	},
	"the same signal from the terminal and from npm counts once": {
		...{ services: { site: 0 }, happens: ["SIGINT", "SIGINT"], code: 0, journal: STOPS },
	},
};

test.each(Object.entries(COURSES))("%s", async (_name, course) => {
	const journal: string[] = [];
	const process = new EventEmitter();
	const services = Object.entries(course.services).map(([name, code]) =>
		fakeService(name, journal, code),
	);

	const ended = supervise({ services, process });
	for (const what of course.happens) {
		if (typeof what === "string") process.emit(what);
		else services.at(-1)?.end(what);
	}

	expect(await ended).toBe(course.code);
	expect(journal).toEqual(course.journal);
});

test("a second signal ends services that do not leave", async () => {
	vi.useFakeTimers({ toFake: ["performance"] });
	const journal: string[] = [];
	const process = new EventEmitter();
	const stuck = { ...fakeService("site", journal), terminate: () => journal.push("ignored") };

	const ended = supervise({ services: [stuck], process });
	process.emit("SIGTERM");
	vi.advanceTimersByTime(1000);
	process.emit("SIGTERM");

	expect(await ended).toBe(137);
	expect(journal).toContain("kill site");
});

interface FakeService extends ServiceProcess {
	end(code: number): void;
}

/** Leaves as soon as it is asked to, with `codeWhenAsked`, and writes down what happened to it. */
function fakeService(name: string, journal: string[], codeWhenAsked = 0): FakeService {
	const { promise: exited, resolve } = Promise.withResolvers<number>();
	let running = true;
	const end = (code: number): void => {
		if (!running) return;
		running = false;
		journal.push(`${name} ended`);
		resolve(code);
	};
	return {
		name,
		exited,
		isRunning: () => running,
		terminate: () => {
			journal.push(`terminate ${name}`);
			end(codeWhenAsked);
		},
		kill: () => {
			journal.push(`kill ${name}`);
			end(137);
		},
		end,
	};
}
