import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { PageCache } from "../../../src/server/answers/page-cache.ts";
import type { Revision } from "../../../src/server/content/revision.ts";

test("an answer is made once", () => {
	const { cache } = cacheOf({});
	let made = 0;
	const text = (): string => {
		made += 1;
		return "text";
	};

	const first = cache.findOrMake("/", text);

	expect(cache.findOrMake("/", text)).toBe(first);
	expect(cache.find("/")).toBe(first);
	expect(made).toBe(1);
});

test("without room, what was used longest ago goes first", async () => {
	const { cache } = cacheOf({ maxBytes: 3000 });
	for (const key of ["/1", "/2", "/3"]) await cache.findOrMake(key, kilobyte).body("identity");
	cache.find("/1");

	await cache.findOrMake("/4", kilobyte).body("identity");

	expect(["/1", "/2", "/3", "/4"].filter((key) => cache.find(key) !== undefined)).toEqual([
		"/1",
		"/3",
		"/4",
	]);
	expect(cache.bytes).toBe(3000);
});

test("an answer that is larger than the cache is given out all the same", async () => {
	const { cache } = cacheOf({ maxBytes: 10 });

	const body = await cache.findOrMake("/", kilobyte).body("identity");

	expect(body).toHaveLength(1000);
});

test("a new revision begins with nothing, and remembers what was used most", async () => {
	const { cache, swap } = cacheOf({});
	for (const key of ["/rare", "/often"]) cache.findOrMake(key, kilobyte);
	for (const key of ["/often", "/rare", "/often"]) cache.find(key);

	swap(revisionOf([]));

	expect(cache.find("/often")).toBeUndefined();
	expect(cache.mostUsed(10)).toEqual(["/often", "/rare"]);
	expect(cache.mostUsed(1)).toEqual(["/often"]);
});

test("a body that is ready after its revision has gone takes no room", async () => {
	const { cache, swap } = cacheOf({});
	const late = cache.findOrMake("/", kilobyte).body("br");
	swap(revisionOf([]));

	await late;

	expect(cache.bytes).toBe(0);
	expect(cache.size).toBe(0);
});

test.each([
	["appears", { publishAt: 500 }],
	["expires", { expiresAt: 500 }],
])("when any page %s, every answer is made anew", (_what, frontMatter) => {
	const { cache, setTime } = cacheOf({ revision: revisionOf([frontMatter]) });
	const before = cache.findOrMake("/", kilobyte);

	setTime(499);
	expect(cache.find("/")).toBe(before);
	setTime(500);
	expect(cache.find("/")).toBeUndefined();
	const after = cache.findOrMake("/", kilobyte);
	setTime(10_000);
	expect(cache.find("/")).toBe(after);
	// A clock can be set back.
	setTime(499);
	expect(cache.find("/")).toBeUndefined();
});

interface CacheParts {
	readonly maxBytes?: number;
	readonly revision?: Revision;
}

function cacheOf({ maxBytes = 1_000_000, revision = revisionOf([]) }: CacheParts) {
	let live = revision;
	let nowMs = 0;
	return {
		cache: new PageCache({ revision: () => live, now: () => nowMs, maxBytes }),
		swap: (next: Revision) => {
			live = next;
		},
		setTime: (timeMs: number) => {
			nowMs = timeMs;
		},
	};
}

/** Of a revision, the cache looks at the dates of its pages alone. */
function revisionOf(frontMatters: readonly object[]): Revision {
	const pages = new Map(frontMatters.map((frontMatter, index) => [`/${index}`, { frontMatter }]));
	return { pages } as unknown as Revision;
}

function kilobyte(): string {
	return randomBytes(500).toString("hex");
}
