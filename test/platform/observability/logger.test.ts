import { afterEach, expect, test, vi } from "vitest";
import { recordedLog } from "../../support/recorded-log.ts";

afterEach(() => {
	vi.useRealTimers();
});

test("a logged request has no query string and no address in it", () => {
	const { log, lines } = recordedLog("info");

	log.info({ req: { method: "GET", url: "/search?q=secret", ip: "192.0.2.1" } }, "Answered");

	const line = JSON.parse(lines[0] ?? "");
	expect(line).toMatchObject({
		level: "info",
		service: "site",
		req: { method: "GET", path: "/search" },
		msg: "Answered",
	});
	expect(lines[0]).not.toMatch(/secret|192\.0\.2\.1/);
});

test("each line has its time, to the millisecond", () => {
	vi.useFakeTimers({ toFake: ["Date"] });
	const times = [
		"2026-11-21T09:59:59.999Z",
		"2026-11-21T09:59:59.999Z",
		"2026-11-21T10:00:00.000Z",
		"2026-11-21T10:00:00.007Z",
		"2026-11-21T09:59:59.050Z",
	];
	const { log, lines } = recordedLog("info");

	for (const time of times) {
		vi.setSystemTime(time);
		log.info("Answered");
	}

	expect(lines.map((line) => JSON.parse(line).time)).toEqual(times);
});
