import { expect, test } from "vitest";
import type { Storages } from "../../../../src/app/client/stored.ts";
import { createReloadGuard } from "../../../../src/app/client/updates/reload-guard.ts";
import { RELOAD_MARKS_KEY } from "../../../../src/shared/builds/build-meta.ts";

test("a path may be loaded in full once in ten seconds", () => {
	const { guard, clock } = guardOver();

	expect(guard.claim("/a")).toBe(true);
	clock.nowMs += 9_999;
	expect(guard.claim("/a")).toBe(false);
	clock.nowMs += 1;
	expect(guard.claim("/a")).toBe(true);
});

test("one path does not use up the claim of another, also in the next document", () => {
	const storage = memoryStorage();
	const { guard } = guardOver(storage);

	expect([guard.claim("/a"), guard.claim("/b"), guard.claim("/a")]).toEqual([true, true, false]);
	expect(guardOver(storage).guard.claim("/a")).toBe(false);
});

test("marks that have expired are forgotten", () => {
	const storage = memoryStorage();
	const { guard, clock } = guardOver(storage);
	guard.claim("/a");

	clock.nowMs += 10_000;
	guard.claim("/b");

	expect(JSON.parse(storage.getItem(RELOAD_MARKS_KEY) ?? "")).toEqual({ "/b": clock.nowMs });
});

test("a clock that is set back does not lock a path", () => {
	const { guard, clock } = guardOver();
	guard.claim("/a");

	clock.nowMs = 0;

	expect(guard.claim("/a")).toBe(true);
});

const JUNK = ["junk", "[]", '"text"', '{"/a":"soon"}', "null"];

test.each(JUNK)("what another script has written is no claim: %s", (text) => {
	const storage = memoryStorage();
	storage.setItem(RELOAD_MARKS_KEY, text);

	expect(guardOver(storage).guard.claim("/a")).toBe(true);
});

test.each([
	["is absent", undefined],
	["throws", throwingStorage()],
])("a storage that %s leaves the guard with its memory", (_, sessionStorage) => {
	const guard = createReloadGuard({ page: { sessionStorage }, now: () => 0 });

	expect([guard.claim("/a"), guard.claim("/a")]).toEqual([true, false]);
	expect(guard.claimLastingly("/b")).toBe(false);
});

function guardOver(sessionStorage = memoryStorage()) {
	const clock = { nowMs: 1_000_000 };
	return {
		guard: createReloadGuard({ page: { sessionStorage }, now: () => clock.nowMs }),
		clock,
	};
}

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
