import { expect, onTestFinished, test } from "vitest";
import type { ErrorsAnswer } from "../../../src/analytics/api-types/problems.ts";
import { readNewErrors } from "../../../src/analytics/query/reports/read-errors.ts";
import { openReader } from "../../../src/analytics/query/threads/reader.ts";
import { startAnalytics } from "../../support/analytics.ts";
import { CHROME } from "../../support/visitor.ts";

const frame = (name: string, lineno: number) => ({ function: name, filename: "app.js", lineno });

test("errors are one issue with what is alike, and are resolved until they happen again", async () => {
	const { capture, clock, read, patch } = startAnalytics();
	const fail = async (distinctId: string, type: string, value: string, properties: object = {}) => {
		clock.now += 1_000;
		const $exception_list = [
			{ type, value, stacktrace: { type: "raw", frames: [frame("main", 1), frame("draw", 22)] } },
		];
		await capture(exception(distinctId, { $exception_list, ...properties }));
	};
	const first = clock.now + 1_000;
	await fail("ann", "TypeError", "row 1234 is gone", { $pathname: "/a", $app_version: "b1" });
	await fail("bob", "TypeError", "row 99 is gone", { $pathname: "/a", $app_version: "b2" });
	await fail("ann", "TypeError", "row 77 is gone", { $pathname: "/b", $app_version: "b2" });
	await fail("ann", "RangeError", "too much", { $exception_stack_trace_raw: "at main.js:1" });
	const ask = async (): Promise<ErrorsAnswer["results"]> => (await read("/api/v1/errors")).results;

	const [other, issue] = await ask();

	expect(other).toMatchObject({ issue: "RangeError: too much", stack: "at main.js:1", events: 1 });
	expect(issue).toMatchObject({
		issue: "TypeError: row … is gone",
		message: "row 77 is gone",
		stack: "draw (app.js:22)\nmain (app.js:1)",
		status: "open",
		first_seen: new Date(first).toISOString(),
		last_seen: new Date(first + 2_000).toISOString(),
		...{ events: 3, visitors: 2 },
		pages: [
			{ name: "/a", events: 2 },
			{ name: "/b", events: 1 },
		],
		builds: [
			{ name: "b2", events: 2 },
			{ name: "b1", events: 1 },
		],
	});

	const resolve = async (resolved: boolean) => {
		const response = await patch(`/api/v1/errors/${issue?.key}`, { resolved });
		expect(response.statusCode).toBe(204);
	};
	const status = async () => (await ask()).find(({ key }) => key === issue?.key)?.status;
	await resolve(true);
	expect(await status()).toBe("resolved");
	await fail("ann", "TypeError", "row 5555 is gone");
	expect(await status()).toBe("back");
	await resolve(false);
	expect(await status()).toBe("open");
	expect((await patch("/api/v1/errors/nothing", { resolved: true })).statusCode).toBe(404);
});

test("a browser that loads a page three times is one visitor of an issue", async () => {
	const { capture, read } = startAnalytics();
	for (const load of ["first", "second", "third"]) {
		await capture(exception(load, { $exception_message: "too much", $lib: "web" }), CHROME);
	}
	await capture(exception("server", { $exception_message: "too much" }));

	expect((await read("/api/v1/errors")).results).toMatchObject([{ events: 4, visitors: 2 }]);
});

test("an issue is new until one of its events was written", async () => {
	const { capture, path } = startAnalytics();
	const fail = (message: string) => capture(exception("ann", { $exception_message: message }));
	const reader = openReader(path);
	onTestFinished(() => reader.database.close());
	const readNew = (after: number) => readNewErrors(reader, { after, now: Date.now() });
	await fail("one");
	const { issues, last } = readNew(0);
	await fail("one");
	await fail("two");

	expect([issues, readNew(last).issues]).toEqual([["Error: one"], ["Error: two"]]);
	expect(readNew(readNew(0).last).issues).toEqual([]);
});

test("errors that came before the range still say when an issue was first seen", async () => {
	const { capture, clock, read } = startAnalytics();
	const first_seen = new Date(clock.now).toISOString();
	await capture(exception("ann", { $exception_message: "too much" }));
	clock.now += 40 * 86_400_000;
	await capture(exception("ann", { $exception_message: "too much" }));

	expect((await read("/api/v1/errors")).results).toMatchObject([{ first_seen, events: 1 }]);
});

function exception(distinctId: string, properties: object): object {
	return { event: "$exception", distinct_id: distinctId, properties };
}
