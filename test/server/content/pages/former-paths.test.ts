import { expect, test } from "vitest";
import { problemsOf, revisionOf } from "../revision-of.ts";

test("a former address of two pages, or of one that has it now, is a problem of the page that it does not lead to", async () => {
	const revision = await revisionOf({
		"a.md": "---\naliases: [/old, /b, /A]\n---\n# A\n",
		"b.md": "---\ntitle: B\nredirect_from: old.md\n---\n# B\n",
	});

	expect(problemsOf(revision)).toEqual([
		'a.md:2 The former address "/b" must not be the path of another page: it leads to "/b"',
		'b.md:3 The former address "old.md" must not be the path of another page: it leads to "/a"',
	]);
	expect(revision.foldedPaths.get("/old")).toBe("/a");
});
