import { expect, test } from "vitest";
import { mayPrefetch } from "../../../src/app/client/background.tsx";
import type { PayloadRequest } from "../../../src/app/client/navigation/load-payload.ts";
import { createPrefetcher } from "../../../src/app/client/prefetch-links.ts";
import { type Payload, PREFETCH_HEADER } from "../../../src/shared/page/payload.ts";
import { samplePage } from "../sample-state.ts";
import { createManualClock, settle } from "./manual-clock.ts";

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

	for (const path of ["/a", "/b", "/c", "/d", "/e"]) prefetcher.later(path, "visible");
	expect(loads.map(({ url }) => url)).toEqual(["/a", "/b"]);

	await answerAll();
	expect(loads.map(({ url }) => url)).toEqual(["/a", "/b", "/c", "/d"]);
});

test("a link that is pointed at does not wait for the others", () => {
	const { prefetcher, loads } = line();
	for (const path of ["/a", "/b", "/c"]) prefetcher.later(path, "visible");

	prefetcher.now("/z");

	expect(loads.map(({ url }) => url)).toEqual(["/a", "/b", "/z"]);
});

test("a page of a thousand links causes no thousand requests", async () => {
	const { prefetcher, loads, answerAll } = line();

	for (let index = 0; index < 1000; index += 1) prefetcher.later(`/${index}`, "visible");
	for (let round = 0; round < 100; round += 1) await answerAll();

	expect(loads).toHaveLength(24);
});

test("no link is fetched twice while its payload is fresh", async () => {
	const { prefetcher, loads, answerAll, clock } = line();
	prefetcher.now("/a");
	await answerAll();

	prefetcher.now("/a");
	prefetcher.later("/a", "visible");
	expect(loads).toHaveLength(1);

	await clock.pass(30_000);
	prefetcher.now("/a");
	expect(loads).toHaveLength(2);
});

test("a prefetch racing a click: the click takes what is on its way", async () => {
	const { prefetcher, loads, answerAll } = line();
	prefetcher.now("/a?x=1");

	const taken = prefetcher.take("/a?x=1#part");
	await answerAll();

	expect(await taken).toEqual({ kind: "document" });
	expect(loads).toHaveLength(1);
	expect(loads[0]?.signal?.aborted).toBe(false);
});

test("a payload that is no longer fresh, or of another query, is not taken", async () => {
	const { prefetcher, answerAll, clock } = line();
	prefetcher.now("/a?x=1");
	await answerAll();
	expect(prefetcher.take("/a")).toBeUndefined();

	await clock.pass(30_000);

	expect(prefetcher.take("/a?x=1")).toBeUndefined();
});

test("a navigation ends what is under way and forgets what waits", async () => {
	const { prefetcher, loads, answerAll } = line();
	for (const path of ["/a", "/b", "/c"]) prefetcher.later(path, "visible");

	void prefetcher.take("/elsewhere");
	await answerAll();

	expect(loads).toHaveLength(2);
	expect(loads.every(({ signal }) => signal?.aborted)).toBe(true);
	expect(prefetcher.take("/a")).toBeUndefined();
});

test("what was fetched already is kept for the next page", async () => {
	const { prefetcher, answerAll } = line();
	prefetcher.now("/a");
	await answerAll();

	void prefetcher.take("/elsewhere");

	expect(await prefetcher.take("/a")).toEqual({ kind: "document" });
});

test("a prefetch that failed is not taken for an answer", async () => {
	const { prefetcher, loads, failAll } = line();
	prefetcher.now("/a");
	await failAll();

	expect(prefetcher.take("/a")).toBeUndefined();
	prefetcher.now("/a");
	expect(loads).toHaveLength(2);
});

test("an error that was prefetched is asked for again by the click", async () => {
	const { prefetcher, answerAll } = line();
	prefetcher.now("/a");
	await answerAll({
		kind: "error",
		error: { status: 503, message: "", description: "" },
		navigation: { sections: [], sidebar: [] },
	});

	expect(prefetcher.take("/a")).toBeUndefined();
});

test("nothing is fetched for a visitor who saves data", () => {
	const { prefetcher, loads } = line({ saveData: true });

	prefetcher.later("/a", "visible");
	prefetcher.now("/b");

	expect(loads).toEqual([]);
});

test("code of the site folder waits until the visitor points at the link", async () => {
	const { prefetcher, loads, answerAll, shownParts } = line();
	prefetcher.later("/plain", "visible");
	prefetcher.later("/code", "visible");
	const [plain, code] = loads;
	plain?.answer(pageOf("/plain"));
	code?.answer(pageOf("/code", ["Chart"]));
	await settle();
	expect(shownParts).toEqual(["/plain"]);

	prefetcher.now("/code");
	await settle();

	expect(shownParts).toEqual(["/plain", "/code"]);
	expect(loads).toHaveLength(2);
	await answerAll();
});

test("a page whose loader waited is fetched again when the visitor points at the link", async () => {
	const { prefetcher, loads } = line();
	prefetcher.later("/shop", "visible");
	// The server answers nothing where a loader would run.
	loads[0]?.answer(undefined);
	await settle();

	prefetcher.now("/shop");

	expect(loads.map(({ headers }) => headers?.[PREFETCH_HEADER])).toEqual(["visible", "pointed"]);
});

test("a component that names a time of its link gets code and loaders then", async () => {
	const { prefetcher, loads, shownParts } = line();

	prefetcher.later("/code", "pointed");
	loads[0]?.answer(pageOf("/code", ["Chart"]));
	await settle();

	expect(loads[0]?.headers).toEqual({ [PREFETCH_HEADER]: "pointed" });
	expect(shownParts).toEqual(["/code"]);
});

interface Load extends PayloadRequest {
	readonly answer: (payload: Payload | undefined) => void;
	readonly fail: (error: Error) => void;
}

function line(connection?: object) {
	const clock = createManualClock();
	const loads: Load[] = [];
	const shownParts: string[] = [];
	const prefetcher = createPrefetcher({
		clock,
		mayPrefetch: () => mayPrefetch({ connection }),
		onChanged: () => undefined,
		whenIdle: (work) => work(),
		fetchPayload: (request) =>
			new Promise((resolve, reject) => {
				loads.push({ ...request, answer: resolve, fail: reject });
			}),
		loadPage: async ({ id }) => {
			shownParts.push(id);
			return { Page: () => null };
		},
	});
	return {
		prefetcher,
		loads,
		clock,
		/** Ids of the pages whose chunk was loaded. */
		shownParts,
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

function pageOf(path: string, components: readonly string[] = []): Payload {
	return { ...samplePage({ path, id: path, components }), kind: "page" };
}
