import { expect, test } from "vitest";
import { mayPrefetch } from "../../../../../src/app/client/navigation/prefetch/fetch-ahead.ts";
import {
	createPrefetcher,
	type PrefetchKey,
} from "../../../../../src/app/client/navigation/prefetch/prefetch-links.ts";
import type { Payload } from "../../../../../src/shared/page/payload.ts";
import { createManualClock, settle } from "../../manual-clock.ts";

test.each([
	[undefined, true],
	[{}, true],
	[{ effectiveType: "4g" }, true],
	[{ effectiveType: "3g" }, true],
	[{ effectiveType: "2g" }, false],
	[{ effectiveType: "slow-2g" }, false],
	[{ effectiveType: "4g", saveData: true }, false],
])("a visitor on %j is prefetched for: %s", (connection, expected) => {
	expect(mayPrefetch({ connection })).toBe(expected);
});

test("links that can be seen are fetched two at a time", async () => {
	const { prefetcher, loads, answerAll } = line();

	for (const path of ["/a", "/b", "/c", "/d", "/e"]) prefetcher.later(path, "");
	expect(loads.map(({ path }) => path)).toEqual(["/a", "/b"]);

	await answerAll();
	expect(loads.map(({ path }) => path)).toEqual(["/a", "/b", "/c", "/d"]);
});

test("a link that is pointed at does not wait for the others", () => {
	const { prefetcher, loads } = line();
	for (const path of ["/a", "/b", "/c"]) prefetcher.later(path, "");

	prefetcher.now("/z", "");

	expect(loads.map(({ path }) => path)).toEqual(["/a", "/b", "/z"]);
});

test("a page of a thousand links causes no thousand requests", async () => {
	const { prefetcher, loads, answerAll } = line();

	for (let index = 0; index < 1000; index += 1) prefetcher.later(`/${index}`, "");
	for (let round = 0; round < 100; round += 1) await answerAll();

	expect(loads).toHaveLength(24);
});

test("no link is fetched twice while its payload is fresh", async () => {
	const { prefetcher, loads, answerAll, clock } = line();
	prefetcher.now("/a", "");
	await answerAll();

	prefetcher.now("/a", "");
	prefetcher.later("/a", "");
	expect(loads).toHaveLength(1);

	await clock.pass(30_000);
	prefetcher.now("/a", "");
	expect(loads).toHaveLength(2);
});

test("a prefetch racing a click: the click takes what is on its way", async () => {
	const { prefetcher, loads, answerAll } = line();
	prefetcher.now("/a", "?x=1");

	const taken = prefetcher.take("/a", "?x=1");
	prefetcher.drop();
	await answerAll();

	expect(await taken).toEqual({ kind: "document" });
	expect(loads).toHaveLength(1);
	expect(loads[0]?.signal.aborted).toBe(false);
});

test("a payload that is no longer fresh, or of another query, is not taken", async () => {
	const { prefetcher, answerAll, clock } = line();
	prefetcher.now("/a", "?x=1");
	await answerAll();
	expect(prefetcher.take("/a", "")).toBeUndefined();

	await clock.pass(30_000);

	expect(prefetcher.take("/a", "?x=1")).toBeUndefined();
});

test("a navigation ends what is under way and forgets what waits", async () => {
	const { prefetcher, loads, answerAll } = line();
	for (const path of ["/a", "/b", "/c"]) prefetcher.later(path, "");

	prefetcher.drop();
	await answerAll();

	expect(loads).toHaveLength(2);
	expect(loads.every(({ signal }) => signal.aborted)).toBe(true);
	expect(prefetcher.take("/a", "")).toBeUndefined();
});

test("what was fetched already is kept for the next page", async () => {
	const { prefetcher, answerAll } = line();
	prefetcher.now("/a", "");
	await answerAll();

	prefetcher.drop();

	expect(await prefetcher.take("/a", "")).toEqual({ kind: "document" });
});

test("a prefetch that failed is not taken for an answer", async () => {
	const { prefetcher, loads, failAll } = line();
	prefetcher.now("/a", "");
	await failAll();

	expect(prefetcher.take("/a", "")).toBeUndefined();
	prefetcher.now("/a", "");
	expect(loads).toHaveLength(2);
});

test("an error that was prefetched is asked for again by the click", async () => {
	const { prefetcher, answerAll } = line();
	prefetcher.now("/a", "");
	await answerAll({
		kind: "error",
		error: { status: 503, message: "", description: "" },
		navigation: { sections: [], sidebar: [] },
	});

	expect(prefetcher.take("/a", "")).toBeUndefined();
});

test("nothing is fetched for a visitor who saves data", () => {
	const { prefetcher, loads } = line({ saveData: true });

	prefetcher.later("/a", "");
	prefetcher.now("/b", "");

	expect(loads).toEqual([]);
});

interface Load extends PrefetchKey {
	readonly answer: (payload: Payload) => void;
	readonly fail: (error: Error) => void;
}

function line(connection?: object) {
	const clock = createManualClock();
	const loads: Load[] = [];
	const prefetcher = createPrefetcher({
		clock,
		mayPrefetch: () => mayPrefetch({ connection }),
		onTakenLate: () => undefined,
		whenIdle: (work) => work(),
		loadPayload: (key) =>
			new Promise((resolve, reject) => {
				loads.push({ ...key, answer: resolve, fail: reject });
			}),
	});
	return {
		prefetcher,
		loads,
		clock,
		/** Answers everything that was asked for so far. */
		answerAll: (payload: Payload = { kind: "document" }) => {
			for (const load of [...loads]) load.answer(payload);
			return settle();
		},
		failAll: () => {
			for (const load of [...loads]) load.fail(new TypeError("Failed to fetch"));
			return settle();
		},
	};
}
