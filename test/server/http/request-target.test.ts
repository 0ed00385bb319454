import type { IncomingMessage } from "node:http";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRequestTarget, targetOf } from "../../../src/server/http/request-target.ts";
import { answerKey } from "../../../src/server/http-cache/send-answer.ts";
import targets from "../../fixtures/http/request-targets.json" with { type: "json" };
import { heldBytes } from "../../support/held-bytes.ts";
import { lengthsOf } from "../../support/lengths.ts";
import { createTestSite } from "../../support/test-site.ts";
import { portOf, sendRaw, visit } from "../../support/visit.ts";

const { spellings } = lengthsOf("test/server/http/request-target.test.ts");

const FILES = {
	"pages/index.md": "# Welcome\n",
	"pages/guide/index.md": "# Guide\n",
	"pages/guide/p1.md": "# First\n",
};

describe("readRequestTarget()", () => {
	test.each(targets.exact)("%s is the one address of what it names", (sent) => {
		const target = readRequestTarget(sent, "");

		expect(target.kind).toBe("exact");
		expect(target.url + target.query).toBe(sent);
		expect(target.routed).toBe(sent);
	});

	test.each(Object.entries(targets.misspelled))("%s is another spelling of %s", (text, url) => {
		expect(readRequestTarget(text, "")).toMatchObject({ kind: "misspelled", url });
	});

	test.each(targets.unroutable)("%s names nothing", (text) => {
		const target = readRequestTarget(text, "");

		expect(target).toMatchObject({ kind: "unroutable", path: undefined, pagePath: undefined });
		expect(["/..", "/_nuxt/.."]).toContain(target.routed);
	});

	test.each(targets.malformed)("%s is malformed", (text) => {
		expect(readRequestTarget(text, "")).toMatchObject({ kind: "malformed", path: undefined });
	});

	test.each(Object.entries(targets.absolute))("of %s the path counts: %s", (text, url) => {
		const target = readRequestTarget(text, "");

		expect(target).toMatchObject({ kind: "exact", url });
		expect(JSON.stringify(target)).not.toContain("example");
	});

	test.each(Object.entries(targets.ingest))("%s is passed on as %s", (text, routed) => {
		expect(readRequestTarget(text, "")).toMatchObject({ kind: "exact", routed });
	});

	test.each([
		["/docs", { kind: "exact", path: "/", routed: "/" }],
		["/docs/", { kind: "misspelled", url: "/docs" }],
		["/docs/guide?x", { kind: "exact", path: "/guide", routed: "/guide?x", url: "/docs/guide" }],
		["/%64ocs/guide", { kind: "misspelled", url: "/docs/guide" }],
		["/docs/guide/_payload.json", { pagePath: "/guide", wantsPayload: true }],
		["/docs/_payload.json", { pagePath: "/", wantsPayload: true }],
		["/guide", { kind: "unroutable" }],
		["/docsguide", { kind: "unroutable" }],
		["/healthz", { kind: "exact", path: "/healthz", routed: "/healthz" }],
		["/docs/healthz", { kind: "unroutable", path: undefined }],
		["/docs/_nuxt/..%2fa", { kind: "unroutable", routed: "/_nuxt/.." }],
	])("below a base path: %s", (text, expected) => {
		expect(readRequestTarget(text, "/docs")).toMatchObject(expected);
	});

	test("a path of more than eight kilobytes is too long", () => {
		expect(readRequestTarget(`/${"a".repeat(8192)}`, "").kind).toBe("too-long");
	});

	test("whatever is asked for a page, there are at most two keys for it", () => {
		const keysOf = new Map<string, Set<string>>();
		forSpellings((target) => {
			const key = answerKey(target, ["page", "q"]);
			if (key === undefined || target.pagePath === undefined) return;
			const keys = keysOf.get(target.pagePath) ?? new Set();
			keysOf.set(target.pagePath, keys.add(key));
			expect(keys.size).toBeLessThanOrEqual(2);
		});
		expect(keysOf.size).toBeGreaterThan(10);
	});

	test("what is read is what is routed: reading it again says the same", () => {
		forSpellings(({ path, query, routed }) => {
			if (path === undefined) return;
			expect(readRequestTarget(routed, "")).toMatchObject({ kind: "exact", path, query });
		});
	});
});

test("the server answers each target as it is read", async () => {
	const { service } = await createTestSite({ files: FILES });

	for (const [url, location] of Object.entries(targets.misspelled)) {
		const { statusCode, headers } = await visit(service, url);
		expect([url, statusCode, headers.location?.split("?")[0]]).toEqual([url, 308, location]);
	}
	for (const [url, path] of Object.entries(targets.absolute)) {
		const [absolute, plain] = [await visit(service, url), await visit(service, path)];
		expect([url, absolute.statusCode, absolute.body]).toEqual([url, plain.statusCode, plain.body]);
	}
});

test("two hosts are one too many: 400, and the connection ends", async () => {
	const { service } = await createTestSite({ files: FILES });

	const answer = await sendRaw(service, "GET / HTTP/1.1\r\nHost: a\r\nhOsT: b\r\n\r\n");

	expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
	expect(answer.toLowerCase()).toContain("connection: close");
});

test("a target that was asked for before is read anew under another base path", () => {
	const pathOf = (url: string, basePath: string) =>
		targetOf({ url } as IncomingMessage, () => basePath).path;

	expect(["", "/docs", ""].map((basePath) => pathOf("/docs/guide", basePath))).toEqual([
		"/docs/guide",
		"/guide",
		"/docs/guide",
	]);
});

/** A kept answer for each spelling would take several times as much. */
const GROWTH_BYTES = 1_500_000;

test("spellings of pages and validators that match all leave nothing in memory", async () => {
	const { service } = await createTestSite({ files: FILES });
	const port = await portOf(service);
	const askBatch = async (first: number): Promise<number> => {
		for (let index = first; index < first + 700; index += 1) {
			const path = ["guide/p1/_payload.json", "guide", "absent"][index % 3] ?? "";
			const url = `http://127.0.0.1:${port}${spelling(path, index)}?${index}`;
			await (await fetch(url, { headers: { "if-none-match": "*" }, redirect: "manual" })).bytes();
		}
		return heldBytes();
	};
	// What the first requests take is compiled code, and what is kept for all.
	const before = await askBatch(0);

	expect((await askBatch(700)) - before).toBeLessThan(GROWTH_BYTES);
	const { body } = await visit(service, "/metrics");
	expect(Number(/^page_cache_answers (\d+)$/m.exec(body)?.[1])).toBeLessThanOrEqual(4);
});

/** Of parts of paths in many spellings, queries, and what tries to break out. */
function forSpellings(holds: (target: ReturnType<typeof readRequestTarget>) => void): void {
	const words = ["guide", "p1", "caf%C3%A9", "_payload.json", "a-b", "%67uide", "%5fpayload.json"];
	const marks = "/ // /./ /../ %2f %2e ? ?page=2 ?x=1 & # % ;".split(" ");
	const part = fc.oneof(
		fc.constantFrom(...words),
		fc.constantFrom(...marks),
		fc.string({ maxLength: 3 }),
	);
	const parts = fc.array(part, { maxLength: 8 });
	const property = fc.property(parts, (all) => holds(readRequestTarget(`/${all.join("")}`, "")));
	fc.assert(property, { numRuns: spellings });
}

/** The same path, with letters encoded and slashes doubled as the bits of a number say. */
function spelling(path: string, bits: number): string {
	const encoded = [...path].map((letter, place) =>
		letter !== "/" && (bits >> (place % 11)) % 2 === 1
			? `%${letter.charCodeAt(0).toString(16)}`
			: letter,
	);
	return `/${encoded.join("")}`;
}
