import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lengthsOf } from "../../../support/lengths.ts";
import { createFakeTab, type FakeTab, type ServerMode, serverPath, titleAt } from "./fake-tab.ts";

const { histories: numRuns } = lengthsOf("test/app/client/navigation/navigation-histories.test.ts");

const PATHS = ["/a", "/b", "/c", "/a#x", "/b#y", "/a?q=1", "/moved", "/chain#z", "/missing"];

type Action =
	| { readonly do: "click"; readonly path: string }
	| { readonly do: "step"; readonly delta: number }
	| { readonly do: "hash"; readonly hash: string }
	| { readonly do: "server"; readonly mode: ServerMode }
	| { readonly do: "answer"; readonly kind: "cancel" | "keep-waiting" | "load-document" }
	| { readonly do: "deploy" | "change" | "reload" };

const action: fc.Arbitrary<Action> = fc.oneof(
	{
		weight: 5,
		arbitrary: fc.record({ do: fc.constant("click" as const), path: fc.constantFrom(...PATHS) }),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant("step" as const),
			delta: fc.constantFrom(-2, -1, -1, 1),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constant("hash" as const), hash: fc.constantFrom("#x", "#y") }),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant("server" as const),
			mode: fc.constantFrom<ServerMode>("up", "up", "slow", "stalled", "gateway", "down"),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant("answer" as const),
			kind: fc.constantFrom("cancel" as const, "keep-waiting" as const, "load-document" as const),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constantFrom(...(["deploy", "change", "reload"] as const)) }),
	},
);

/** Most pauses are shorter than an answer, some longer than the visitor's patience. */
const pause = fc.oneof(
	{ weight: 4, arbitrary: fc.nat(60) },
	{ weight: 2, arbitrary: fc.nat(3000) },
	{ weight: 1, arbitrary: fc.nat(45_000) },
);

const histories = fc.array(fc.tuple(action, pause), { minLength: 1, maxLength: 14 });

test("whatever happens to a tab, it says of every page what that page is", async () => {
	await fc.assert(
		fc.asyncProperty(histories, async (steps) => {
			const tab = createFakeTab();
			for (const [next, pauseMs] of steps) {
				carryOut(tab, next);
				await tab.pass(pauseMs);
				checkAgreement(tab);
			}
			tab.server("up");
			await tab.pass(120_000);

			expect(tab.tab().phase).toEqual({ kind: "idle" });
			expect(tab.seen.notice).toBeUndefined();
			expect(tab.seen.isBusy).toBe(false);
			checkAgreement(tab);
		}),
		{ numRuns },
	);
});

test("the last click is never lost, whatever the server does meanwhile", async () => {
	const modes = fc.array(
		fc.tuple(fc.constantFrom<ServerMode>("up", "slow", "stalled", "gateway", "down"), pause),
		{ maxLength: 6 },
	);
	await fc.assert(fc.asyncProperty(histories, fc.constantFrom(...PATHS), modes, checkLastClick), {
		numRuns,
	});
});

type Steps = readonly (readonly [Action, pauseMs: number])[];
type Changes = readonly (readonly [ServerMode, pauseMs: number])[];

/** Such as were lost once. */
const LAST_CLICKS: Readonly<Record<string, readonly [Steps, path: string, Changes]>> = {
	"a step to another document while a click was about to load one": [
		[
			[{ do: "deploy" }, 0],
			[{ do: "click", path: "/b#y" }, 0],
			[{ do: "step", delta: -2 }, 50],
			[{ do: "click", path: "/a" }, 13],
			[{ do: "answer", kind: "cancel" }, 3],
			[{ do: "step", delta: -1 }, 0],
			[{ do: "deploy" }, 0],
		],
		"/missing",
		[],
	],
	"a click of an old build while its page had lost its entry": [
		[
			[{ do: "click", path: "/missing" }, 20],
			[{ do: "deploy" }, 16],
			[{ do: "hash", hash: "#x" }, 0],
			[{ do: "step", delta: -2 }, 4],
			[{ do: "hash", hash: "#x" }, 0],
			[{ do: "step", delta: -2 }, 0],
		],
		"/a",
		[
			["up", 20],
			["gateway", 30],
		],
	],
	"a notice's answer that comes when a document is about to be loaded": [
		[
			[{ do: "deploy" }, 0],
			[{ do: "click", path: "/a" }, 0],
			[{ do: "server", mode: "up" }, 20],
			[{ do: "answer", kind: "cancel" }, 0],
		],
		"/b",
		[["down", 5]],
	],
};

test.each(Object.entries(LAST_CLICKS))("the last click is not lost: %s", async (_, history) => {
	await checkLastClick(...history);
});

async function checkLastClick(steps: Steps, path: string, changes: Changes): Promise<void> {
	const tab = createFakeTab();
	for (const [next, pauseMs] of steps) {
		carryOut(tab, next);
		await tab.pass(pauseMs);
	}
	await settleSteps(tab);
	const wanted = new URL(path, tab.address().url);
	tab.click(path);
	for (const [mode, pauseMs] of changes) {
		tab.server(mode);
		await tab.pass(pauseMs);
	}
	tab.server("up");
	await tab.pass(120_000);

	const final = serverPath(wanted.pathname + wanted.search + wanted.hash);
	expect(tab.address().url).toBe(wanted.origin + final);
	expect(tab.seen.heading).toBe(titleAt(final));
}

describe("a server that is away", () => {
	test("two steps back, the server returns, and a click goes where it leads", async () => {
		const tab = createFakeTab("/a");
		await visit(tab, "/b");
		tab.server("down");

		tab.step(-1);
		await tab.pass(500);
		tab.step(-1);
		await tab.pass(500);
		tab.server("up");
		await visit(tab, "/c");

		expect(placeOf(tab)).toEqual({ path: "/c", title: "Page /c" });
		expect(tab.seen.notice).toBeUndefined();
	});

	test("pages that were visited in this tab stay readable, and the notice says so", async () => {
		const tab = createFakeTab("/a");
		await visit(tab, "/b");
		tab.server("down");

		tab.step(-1);
		await tab.pass(500);

		expect(placeOf(tab)).toEqual({ path: "/a", title: "Page /a" });
		expect(tab.seen.notice).toBe("cached");

		tab.step(1);
		await tab.pass(500);

		expect(placeOf(tab)).toEqual({ path: "/b", title: "Page /b" });
		expect(tab.seen.notice).toBe("cached");

		tab.server("up");
		await tab.pass(5000);
		expect(tab.seen.notice).toBeUndefined();
	});

	test("a click is remembered, and finished when the server is back", async () => {
		const tab = createFakeTab("/a");
		tab.server("down");

		await visit(tab, "/b");
		await visit(tab, "/c");
		expect(placeOf(tab)).toEqual({ path: "/a", title: "Page /a" });
		expect(tab.seen.notice).toBe("waiting");
		tab.server("up");
		await tab.pass(5000);

		expect(placeOf(tab)).toEqual({ path: "/c", title: "Page /c" });
		expect(tab.seen.notice).toBeUndefined();
	});

	test("a click that waits can be called off", async () => {
		const tab = createFakeTab("/a");
		tab.server("down");
		await visit(tab, "/b");

		tab.answer("cancel");
		expect(tab.seen.notice).toBeUndefined();
		tab.server("up");
		await tab.pass(60_000);

		expect(placeOf(tab)).toEqual({ path: "/a", title: "Page /a" });
	});

	test.each(["down", "gateway"] as const)("the readable page stays: %s", async (mode) => {
		const tab = createFakeTab("/a");
		tab.server(mode);

		await visit(tab, "/b");

		expect(tab.seen.lost).toBeUndefined();
		expect(tab.seen.notice).toBe("waiting");
		expect(placeOf(tab)).toEqual({ path: "/a", title: "Page /a" });
	});
});

describe("a step that only the fragment tells apart", () => {
	test.each([
		["/a#x", -1],
		["/a", 1],
	] as const)("loads nothing and announces nothing, online and offline: to %s", async (_, delta) => {
		const tab = createFakeTab("/a");
		await visit(tab, "/a#x");
		if (delta === 1) await visit(tab, "/a#y");
		if (delta === 1) await stepTo(tab, -2);
		tab.server("down");
		tab.deploy();
		const before = { requests: tab.requests.length, sentences: tab.seen.sentences.length };

		await stepTo(tab, delta);

		expect(tab.requests.length).toBe(before.requests);
		expect(tab.seen.sentences.length).toBe(before.sentences);
		expect(tab.seen.notice).toBeUndefined();
		expect(tab.tab().phase.kind).toBe("idle");
	});

	test("a click on the page without its fragment loads nothing either", async () => {
		const tab = createFakeTab("/a#x");

		await visit(tab, "/a");

		expect(tab.requests).toEqual([]);
		expect(tab.address().url).toMatch(/\/a$/);
	});
});

describe("an answer that does not come", () => {
	test("after 8 s the visitor is asked, and the answer still counts", async () => {
		const tab = createFakeTab("/a");
		tab.server("slow");

		tab.click("/b");
		await tab.pass(8500);
		expect(tab.seen.notice).toBe("slow");
		await tab.pass(1000);

		expect(placeOf(tab)).toEqual({ path: "/b", title: "Page /b" });
		expect(tab.seen.notice).toBeUndefined();
	});

	test("the visitor can go on waiting", async () => {
		const tab = createFakeTab("/a");
		tab.server("slow");
		tab.click("/b");
		await tab.pass(8500);

		tab.answer("keep-waiting");

		expect(tab.seen.notice).toBeUndefined();
		expect(tab.seen.isBusy).toBe(true);
	});

	test("the visitor can leave it to the browser", async () => {
		const tab = createFakeTab("/a");
		tab.server("slow");
		tab.click("/b");
		await tab.pass(8500);

		tab.answer("load-document");
		await tab.pass(100);

		expect(tab.requests).toContain("document /b");
		expect(placeOf(tab)).toEqual({ path: "/b", title: "Page /b" });
	});

	test("after 30 s it is given up, and the visit waits for the server", async () => {
		const tab = createFakeTab("/a");
		tab.server("stalled");

		tab.click("/b");
		await tab.pass(31_000);
		expect(tab.seen.notice).toBe("waiting");
		expect(tab.seen.isBusy).toBe(false);
		tab.server("up");
		await tab.pass(5000);

		expect(placeOf(tab)).toEqual({ path: "/b", title: "Page /b" });
	});
});

test("progress shows after 200 ms, not before", async () => {
	const tab = createFakeTab("/a");
	tab.server("stalled");

	tab.click("/b");
	await tab.pass(199);
	expect(tab.seen.isBusy).toBe(false);
	await tab.pass(2);

	expect(tab.seen.isBusy).toBe(true);
});

test("a click while a step back is loaded puts its entry behind the page that was clicked on", async () => {
	const tab = createFakeTab("/a");
	await visit(tab, "/b");
	tab.step(-1);
	await tab.pass(6);

	await visit(tab, "/c");
	await stepTo(tab, -1);

	expect(placeOf(tab)).toEqual({ path: "/b", title: "Page /b" });
	expect(tab.length()).toBe(3);
});

test("a reload takes the place of a click that is not answered yet", async () => {
	const tab = createFakeTab("/a");
	tab.server("slow");
	tab.click("/b");
	await tab.pass(1000);

	tab.reload();
	await tab.pass(20_000);

	expect(placeOf(tab)).toEqual({ path: "/a", title: "Page /a" });
	expect(tab.length()).toBe(1);
	expect(tab.seen.isBusy).toBe(false);
});

test("redirects that go round in a circle end in a document", async () => {
	const tab = createFakeTab("/a");

	tab.click("/loop");
	await tab.pass(1000);

	expect(tab.requests.at(-1)).toBe("document /loop");
});

function carryOut(tab: FakeTab, next: Action): void {
	if (next.do === "click") tab.click(next.path);
	else if (next.do === "step") tab.step(next.delta);
	else if (next.do === "hash") tab.typeHash(next.hash);
	else if (next.do === "server") tab.server(next.mode);
	else if (next.do === "answer") tab.answer(next.kind);
	else if (next.do === "deploy") tab.deploy();
	else if (next.do === "reload") tab.reload();
	else tab.change();
}

/** What must hold whenever the tab is at rest. */
function checkAgreement(tab: FakeTab): void {
	expect(tab.seen.lost).toBeUndefined();
	const { phase, isReturning } = tab.tab();
	if (tab.isTraversing() || isReturning || !["idle", "waiting"].includes(phase.kind)) return;
	const { url, index } = tab.address();
	const { pathname, search, hash } = new URL(url);
	const title = titleAt(pathname);
	expect({ url, index }).toEqual(tab.tab().shown);
	expect({ ...tab.seen, focus: "", sentences: [], notice: "" }).toMatchObject({
		title,
		heading: title,
		announced: title,
		viewed: pathname + search,
	});
	if (hash !== "") expect(tab.seen.focus).toBe(hash.slice(1));
}

function placeOf(tab: FakeTab): { readonly path: string; readonly title: string } {
	const { pathname } = new URL(tab.address().url);
	expect(tab.seen.heading).toBe(tab.seen.title);
	return { path: pathname, title: tab.seen.title };
}

async function visit(tab: FakeTab, path: string): Promise<void> {
	tab.click(path);
	await tab.pass(500);
}

async function stepTo(tab: FakeTab, delta: number): Promise<void> {
	tab.step(delta);
	await tab.pass(500);
}

async function settleSteps(tab: FakeTab): Promise<void> {
	while (tab.isTraversing()) await tab.pass(1);
}
