import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { AnswerParts } from "../../../src/server/http-cache/answer.ts";
import { ResponseCache } from "../../../src/server/http-cache/response-cache.ts";
import { heldBytes } from "../../support/held-bytes.ts";

const KILOBYTE = 1024;

test("an answer is made once", () => {
	const { cache } = cacheOf(100 * KILOBYTE);
	let made = 0;
	const make = (): AnswerParts => {
		made += 1;
		return kilobyte();
	};

	const first = cache.findOrMake({ key: "/" }, make);

	expect(cache.findOrMake({ key: "/" }, make)).toBe(first);
	expect(cache.find("/")).toBe(first);
	expect(made).toBe(1);
});

test("without room, what was not used for longest goes first", () => {
	// A body of a kilobyte, and two for the entry.
	const { cache } = cacheOf(10 * KILOBYTE);
	for (const key of ["/1", "/2", "/3"]) cache.findOrMake({ key }, kilobyte);
	cache.find("/1");

	cache.findOrMake({ key: "/4" }, kilobyte);

	const kept = ["/1", "/2", "/3", "/4"].filter((key) => cache.find(key) !== undefined);
	expect(kept).toEqual(["/1", "/3", "/4"]);
});

test("an answer weighs what it holds: bodies in every coding, headers, key", async () => {
	const { cache } = cacheOf(1000 * KILOBYTE);
	const answer = cache.findOrMake({ key: "/key" }, () => text("word ".repeat(2000)));
	const before = cache.bytes;

	const [br, gzip] = [await answer.body("br"), await answer.body("gzip")];
	const coded = cache.bytes;
	answer.seal(() => ({ "x-rule": "y".repeat(500) }));

	expect(before).toBeGreaterThan(10_000);
	expect(coded).toBeLessThan(before);
	expect(coded).toBeGreaterThan(br.length + gzip.length);
	expect(cache.bytes).toBe(coded + "x-rule".length + 500);
});

test("an answer that is larger than the cache is given out all the same", () => {
	const { cache } = cacheOf(100);

	const answer = cache.findOrMake({ key: "/" }, kilobyte);

	expect(answer.bytes).toBe(KILOBYTE);
	expect([cache.size, cache.bytes]).toEqual([0, 0]);
});

test("a cache without room keeps nothing", () => {
	const { cache } = cacheOf(0);

	cache.findOrMake({ key: "/" }, kilobyte);

	expect(cache.find("/")).toBeUndefined();
	expect([cache.size, cache.bytes, cache.hasRoom]).toEqual([0, 0, false]);
});

test("when content changes, only what is named by its content stays", () => {
	const { cache, change } = cacheOf(100 * KILOBYTE);
	cache.findOrMake({ key: "/rare" }, kilobyte);
	cache.findOrMake({ key: "/often" }, kilobyte);
	cache.findOrMake({ key: "/asset.js", survivesRevision: true }, kilobyte);
	cache.find("/often");

	change();

	expect(cache.find("/often")).toBeUndefined();
	expect(cache.find("/asset.js")).toBeDefined();
	expect(cache.lastUsed(10)).toEqual(["/often", "/rare"]);
	expect(cache.lastUsed(1)).toEqual(["/often"]);
});

test("a body that is ready after its revision has gone takes no room", async () => {
	const { cache, change } = cacheOf(100 * KILOBYTE);
	const late = cache.findOrMake({ key: "/" }, () => text("x".repeat(5000))).body("br");
	change();
	cache.find("/");

	await late;

	expect([cache.size, cache.bytes]).toEqual([0, 0]);
});

test("at addresses that clients make up, an answer is kept when it is asked for again", () => {
	const { cache } = cacheOf(100 * KILOBYTE);
	const ask = (key: string): unknown => cache.findOrMake({ key, cacheOnSecondHit: true }, kilobyte);

	for (let index = 0; index < 1000; index += 1) ask(`/unknown-${index}`);
	expect(cache.size).toBe(0);

	ask("/missing");
	ask("/missing");
	expect(cache.find("/missing")).toBeDefined();
	expect(cache.size).toBe(1);
});

test("memory stays within the limit, whatever is kept", async () => {
	const { cache } = cacheOf(8192 * KILOBYTE);
	const before = await heldBytes();

	for (let index = 0; index < 20_000; index += 1) {
		const answer = cache.findOrMake({ key: `/page-${index}` }, () => bytes(index % 4000));
		answer.seal(() => ({ "content-type": "text/html", "x-rule": "a header that is not short" }));
	}

	expect(cache.bytes).toBeGreaterThan(7500 * KILOBYTE);
	expect((await heldBytes()) - before).toBeLessThan(1.25 * 8192 * KILOBYTE);
});

function cacheOf(maxBytes: number) {
	let snapshot = {};
	return {
		cache: new ResponseCache({ maxBytes, snapshot: () => snapshot }),
		change: () => {
			snapshot = {};
		},
	};
}

function kilobyte(): AnswerParts {
	return bytes(KILOBYTE);
}

function bytes(length: number): AnswerParts {
	return { body: { identity: randomBytes(length) }, mediaType: "application/octet-stream" };
}

function text(content: string): AnswerParts {
	return { body: content, mediaType: "text/html" };
}
