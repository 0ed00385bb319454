import * as fc from "fast-check";
import { createPath } from "react-router";
import { expect, test } from "vitest";
import { lengthsOf } from "../../../support/lengths.ts";
import { readFixture } from "../../../support/read-fixture.ts";
import { type ServerMode, serverPath, titleAt } from "./fake-server.ts";
import { createFakeTab, type FakeTab } from "./fake-tab.ts";

const { histories: numRuns } = lengthsOf("test/app/client/navigation/navigation-histories.test.ts");

const PATHS = ["/a", "/b", "/c", "/a#x", "/b#y", "/a?q=1", "/moved", "/chain#z", "/missing"];

const MODES = ["up", "slow", "stalled", "gateway", "down"] as const satisfies ServerMode[];

/** What a visitor and a server do, in the words of the fixtures. */
const action = fc.oneof(
	{ weight: 5, arbitrary: wordsOf("click", PATHS) },
	{ weight: 4, arbitrary: wordsOf("step", [-2, -1, -1, 1]) },
	{ weight: 1, arbitrary: wordsOf("type", ["#x", "#y"]) },
	{ weight: 3, arbitrary: wordsOf("server", ["up", ...MODES]) },
	{ weight: 1, arbitrary: wordsOf("answer", ["cancel", "keep-waiting", "load-document"]) },
	{ weight: 1, arbitrary: fc.constantFrom("deploy", "change", "reload") },
);

function wordsOf(verb: string, objects: readonly (string | number)[]): fc.Arbitrary<string> {
	return fc.constantFrom(...objects.map((object) => `${verb} ${object}`));
}

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
			const tab = await createFakeTab();
			for (const [next, pauseMs] of steps) {
				carryOut(tab, next);
				await tab.pass(pauseMs);
				checkAgreement(tab);
			}
			tab.server("up");
			await tab.pass(120_000);

			expect(tab.router().state.navigation.state).toBe("idle");
			expect(tab.seen.notice).toBeUndefined();
			expect(tab.seen.isBusy).toBe(false);
			checkAgreement(tab);
		}),
		{ numRuns },
	);
});

test("the last click is never lost, whatever the server does meanwhile", async () => {
	const modes = fc.array(fc.tuple(fc.constantFrom(...MODES), pause), { maxLength: 6 });
	await fc.assert(fc.asyncProperty(histories, fc.constantFrom(...PATHS), modes, checkLastClick), {
		numRuns,
	});
});

type Steps = readonly (readonly [action: string, pauseMs: number])[];
type Changes = readonly (readonly [ServerMode, pauseMs: number])[];

/** Such as were lost once. */
const LAST_CLICKS = readFixture<readonly [Steps, path: string, Changes]>("tab/last-clicks.yaml");

test.each(Object.entries(LAST_CLICKS))("the last click is not lost: %s", async (_, history) => {
	await checkLastClick(...history);
});

async function checkLastClick(steps: Steps, path: string, changes: Changes): Promise<void> {
	const tab = await createFakeTab();
	for (const [next, pauseMs] of steps) {
		carryOut(tab, next);
		await tab.pass(pauseMs);
	}
	await settleSteps(tab);
	const wanted = new URL(path, tab.address());
	tab.click(path);
	for (const [mode, pauseMs] of changes) {
		tab.server(mode);
		await tab.pass(pauseMs);
	}
	tab.server("up");
	await tab.pass(120_000);

	const final = serverPath(wanted.pathname + wanted.search + wanted.hash);
	expect(tab.address()).toBe(wanted.origin + final);
	expect(tab.seen.heading).toBe(titleAt(final));
}

/** What can be done to a tab, and what can be seen of it. */
const WORDS: Readonly<Record<string, (tab: FakeTab, word: string) => unknown>> = {
	visit: (tab, path) => visit(tab, path),
	click: (tab, path) => tab.click(path),
	step: (tab, delta) => tab.step(Number(delta)),
	type: (tab, hash) => tab.typeHash(hash),
	go: (tab, delta) => stepTo(tab, Number(delta)),
	pass: (tab, ms) => tab.pass(Number(ms)),
	// The words of a fixture are those that a tab takes.
	server: (tab, mode) => tab.server(mode as ServerMode),
	answer: (tab, kind) => tab.answer(kind as Parameters<FakeTab["answer"]>[0]),
	deploy: (tab) => tab.deploy(),
	remove: (tab, path) => tab.remove(path),
	change: (tab) => tab.change(),
	reload: (tab) => tab.reload(),
	restore: (tab) => tab.restore(),
	shows: (tab, path) => expect(placeOf(tab)).toEqual({ path, title: `Page ${path}` }),
	at: (tab, path) => expect(tab.address().endsWith(path)).toBe(true),
	notice: (tab, word) => expect(tab.seen.notice ?? "none").toBe(word),
	busy: (tab) => expect(tab.seen.isBusy).toBe(true),
	not: (tab) => expect(tab.seen.isBusy).toBe(false),
	nothing: (tab) => expect(tab.seen.lost).toBeUndefined(),
	idle: (tab) => expect(tab.router().state.navigation.state).toBe("idle"),
	asked: (tab, request) => expect(tab.requests).toContain(request),
	last: (tab, request) => expect(tab.requests.at(-1)).toBe(request),
	entries: (tab, count) => expect(tab.length()).toBe(Number(count)),
};

/** @returns What to wait for, if it takes time. */
function carryOut(tab: FakeTab, step: string): unknown {
	const [word = "", ...rest] = step.split(" ");
	expect(Object.keys(WORDS)).toContain(word);
	return WORDS[word]?.(tab, rest.join(" "));
}

type Script = readonly (string | readonly string[])[];

test.each(Object.entries(readFixture<Script>("tab/visits.yaml")))("%s", async (_name, steps) => {
	const tab = await createFakeTab("/a");
	const sounds: number[] = [];
	for (const step of steps.flat()) {
		if (step === "quiet") sounds.push(tab.requests.length + tab.seen.sentences.length);
		else await carryOut(tab, step);
	}

	expect(new Set(sounds).size).toBeLessThanOrEqual(1);
});

/** What must hold whenever the tab is at rest. */
function checkAgreement(tab: FakeTab): void {
	expect(tab.seen.lost).toBeUndefined();
	const { navigation, location } = tab.router().state;
	const isIdle = navigation.state === "idle";
	if (tab.isTraversing() || (!isIdle && tab.seen.notice !== "waiting")) return;
	// While a step through the history waits for the server, the address is already the destination's.
	if (isIdle) expect(new URL(createPath(location), tab.address()).href).toBe(tab.address());
	const { pathname, search, hash } = location;
	const title = titleAt(pathname);
	expect({ ...tab.seen, focus: "", sentences: [], notice: "" }).toMatchObject({
		title,
		heading: title,
		announced: title,
		viewed: pathname + search,
	});
	if (hash !== "") expect(tab.seen.focus).toBe(hash.slice(1));
}

function placeOf(tab: FakeTab): { readonly path: string; readonly title: string } {
	const { pathname } = new URL(tab.address());
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
