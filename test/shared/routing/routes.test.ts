import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	belowBasePath,
	encodePath,
	pagePathOfPayload,
	payloadUrl,
	readPath,
	splitTarget,
	tidyPath,
	urlPath,
} from "../../../src/shared/routing/routes.ts";
import { readFixture } from "../../support/read-fixture.ts";

describe("readPath()", () => {
	const kinds = readFixture<Readonly<Record<string, string | null>>>("routing/paths.yaml");
	for (const [kind, paths] of Object.entries(kinds)) {
		test.each(Object.entries(paths))(`finds a ${kind}: %s, %s`, (rawPath, path) => {
			expect(readPath(rawPath)).toEqual(path === null ? { kind } : { kind, path });
		});
	}

	test("a path is its own true spelling once it is encoded", () => {
		fc.assert(
			fc.property(fc.webPath(), (path) => {
				const first = readPath(path);
				if (first.kind !== "path" && first.kind !== "misspelled") return;

				expect(readPath(encodePath(first.path))).toEqual({ kind: "path", path: first.path });
			}),
		);
	});
});

test.each([
	["", "/"],
	["a", "/a"],
	["//a///b//", "/a/b"],
])('tidyPath("%s") is %s', (path, tidy) => {
	expect(tidyPath(path)).toBe(tidy);
});

test.each([
	["", "/", "/"],
	["", "/a b", "/a%20b"],
	["/docs", "/", "/docs"],
	["/docs", "/a", "/docs/a"],
])('below "%s" the path %s has the URL path %s', (basePath, path, url) => {
	expect(urlPath(basePath, path)).toBe(url);
});

test.each([
	["", "/a", "/a"],
	["/docs", "/docs", "/"],
	["/docs", "/docs/", "/"],
	["/docs", "/docs/a", "/a"],
	["/docs", "/docsa", undefined],
	["/docs", "/", undefined],
])('below "%s" the URL path %s is %s', (basePath, url, path) => {
	expect(belowBasePath(basePath, url)).toBe(path);
});

test.each([
	["", "/", "/_payload.json?b1"],
	["", "/a", "/a/_payload.json?b1"],
	["/docs", "/", "/docs/_payload.json?b1"],
	["/docs", "/a b", "/docs/a%20b/_payload.json?b1"],
])('below "%s" the payload of %s is at %s', (basePath, path, url) => {
	expect(payloadUrl(basePath, path, "b1")).toBe(url);
});

test.each([
	["/_payload.json", "/"],
	["/a/_payload.json", "/a"],
	["/a_payload.json", undefined],
	["/a", undefined],
])("the payload path %s belongs to the page %s", (rawPath, page) => {
	expect(pagePathOfPayload(rawPath)).toBe(page);
});

test("splitTarget() keeps every question mark after the first in the query", () => {
	expect(splitTarget("/a?b=c?d")).toEqual({ path: "/a", query: "?b=c?d" });
});
