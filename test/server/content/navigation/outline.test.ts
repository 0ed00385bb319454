import { expect, test } from "vitest";
import { readFixture } from "../../../support/read-fixture.ts";
import { htmlOf, problemsOf, revisionOf } from "../revision-of.ts";

const SITE = readFixture<string>("content/outline.yaml");

test("a layout says where pages and files are, and what of them is left out", async () => {
	const revision = await revisionOf(SITE);

	expect([...revision.pages.keys()]).toEqual([
		"/docs/install",
		"/docs/write",
		"/docs/api/a",
		"/docs/api/z",
		"/blog/post",
	]);
	expect([...revision.files.keys()]).toEqual(["/robots.txt"]);
	expect(problemsOf(revision)).toEqual([
		'site.yaml:- Navigation names a page that does not exist: "docs/gone.md"',
		'site.yaml:- Navigation names a page that does not exist: "loose.md"',
	]);
});

test("links are found under the names of files and with the base path, ids are those of the style", async () => {
	const html = htmlOf(await revisionOf(SITE), "/docs/install");

	expect(html.match(/href="\/base[^"]*"/g)).toEqual([
		'href="/base/docs/write"',
		'href="/base/docs/write"',
	]);
	expect(html).toContain('id="ol-ol"');
	expect(html).toContain('id="ol-ol_1"');
});
