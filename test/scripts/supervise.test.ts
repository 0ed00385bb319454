import { EventEmitter } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import type { ServiceProcess } from "../../scripts/start/service-process.ts";
import { supervise } from "../../scripts/start/supervise.ts";

afterEach(() => {
	vi.useRealTimers();
});

test("a signal stops the services one after the other, and the whole ends with 0", async () => {
	const journal: string[] = [];
	const process = new EventEmitter();
	const services = [fakeService("site", journal), fakeService("analytics", journal)];

	const ended = supervise({ services, process });
	process.emit("SIGTERM");

	expect(await ended).toBe(0);
	expect(journal).toEqual([
		"terminate site",
		"site ended",
		"terminate analytics",
		"analytics ended",
	]);
});

test("when one service dies, the other is stopped and the exit code is that of the dead one", async () => {
	const journal: string[] = [];
	const [site, analytics] = [fakeService("site", journal), fakeService("analytics", journal)];

	const ended = supervise({ services: [site, analytics], process: new EventEmitter() });
	analytics.end(7);

	expect(await ended).toBe(7);
	expect(journal).toEqual(["analytics ended", "terminate site", "site ended"]);
});

test("a service that leaves unasked is a failure even when it calls itself successful", async () => {
	const service = fakeService("site", []);

	const ended = supervise({ services: [service], process: new EventEmitter() });
	service.end(0);

	expect(await ended).toBe(1);
});

test("a service that does not leave in order after a signal gives its exit code to the whole", async () => {
	const process = new EventEmitter();
	const service = fakeService("site", [], 3);

	const ended = supervise({ services: [service], process });
	process.emit("SIGTERM");

	expect(await ended).toBe(3);
});

test("the same signal from the terminal and from npm counts once", async () => {
	const journal: string[] = [];
	const process = new EventEmitter();

	const ended = supervise({ services: [fakeService("site", journal)], process });
	process.emit("SIGINT");
	process.emit("SIGINT");
	await ended;

	expect(journal).toEqual(["terminate site", "site ended"]);
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
