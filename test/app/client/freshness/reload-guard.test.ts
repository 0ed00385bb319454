import { expect, test } from "vitest";
import { createReloadGuard } from "../../../../src/app/client/freshness/reload-guard.ts";
import type { Storages } from "../../../../src/app/client/stored.ts";
import { RELOAD_MARKS_KEY } from "../../../../src/shared/builds/build-meta.ts";

test("a path may be loaded in full once in ten seconds", () => {
	let nowMs = 1_000_000;
	const guard = createReloadGuard({ page: { sessionStorage: memoryStorage() }, now: () => nowMs });

	expect(guard.claim("/a")).toBe(true);
	nowMs += 9_999;
	expect(guard.claim("/a")).toBe(false);
	nowMs += 1;
	expect(guard.claim("/a")).toBe(true);
});

test("one path does not use up the claim of another", () => {
	const guard = createReloadGuard({ page: { sessionStorage: memoryStorage() }, now: () => 0 });

	expect([guard.claim("/a"), guard.claim("/b"), guard.claim("/a")]).toEqual([true, true, false]);
});

test("the claim outlives the document", () => {
	const storage = memoryStorage();

	createReloadGuard({ page: { sessionStorage: storage }, now: () => 1000 }).claim("/a");

	expect(
		createReloadGuard({ page: { sessionStorage: storage }, now: () => 2000 }).claim("/a"),
	).toBe(false);
});

test("marks that have expired are forgotten", () => {
	let nowMs = 0;
	const storage = memoryStorage();
	const guard = createReloadGuard({ page: { sessionStorage: storage }, now: () => nowMs });
	guard.claim("/a");

	nowMs = 10_000;
	guard.claim("/b");

	expect(JSON.parse(storage.getItem(RELOAD_MARKS_KEY) ?? "")).toEqual({ "/b": 10_000 });
});

test("a clock that is set back does not lock a path", () => {
	let nowMs = 1_000_000;
	const guard = createReloadGuard({ page: { sessionStorage: memoryStorage() }, now: () => nowMs });
	guard.claim("/a");

	nowMs = 0;

	expect(guard.claim("/a")).toBe(true);
});

const JUNK = ["junk", "[]", '"text"', '{"/a":"soon"}', "null"];

test.each(JUNK)("what another script has written is no claim: %s", (text) => {
	const storage = memoryStorage();
	storage.setItem(RELOAD_MARKS_KEY, text);

	expect(createReloadGuard({ page: { sessionStorage: storage }, now: () => 0 }).claim("/a")).toBe(
		true,
	);
});

test.each([
	["is absent", undefined],
	["throws", throwingStorage()],
])("a storage that %s leaves the guard with its memory", (_, storage) => {
	const guard = createReloadGuard({ page: { sessionStorage: storage }, now: () => 0 });

	expect([guard.claim("/a"), guard.claim("/a")]).toEqual([true, false]);
	expect(guard.claimLastingly("/b")).toBe(false);
});

function memoryStorage(): NonNullable<Storages["sessionStorage"]> {
	const items = new Map<string, string>();
	return {
		getItem: (key) => items.get(key) ?? null,
		setItem: (key, value) => void items.set(key, value),
		removeItem: (key) => void items.delete(key),
	};
}

function throwingStorage(): NonNullable<Storages["sessionStorage"]> {
	const refuse = (): never => {
		throw new DOMException("The operation is insecure", "SecurityError");
	};
	return { getItem: refuse, setItem: refuse, removeItem: refuse };
}
