import fc from "fast-check";
import { expect, test } from "vitest";
import { accessRulesOf } from "../../../src/server/authorization/access-rules.ts";
import type { Revision } from "../../../src/server/content/revision.ts";
import { type CodePage, matchPattern } from "../../../src/server/content/site-code.ts";

/** Segments of patterns and of paths, with letters and signs that matchers treat differently. */
const SEGMENT = fc.constantFrom(
	"staff",
	"Staff",
	"STAFF",
	"é",
	"e\u0301",
	"a.b",
	"a+b",
	"%2e",
	"x",
);

const PATTERN = fc
	.array(fc.oneof(SEGMENT, fc.constant(":id")), { minLength: 1, maxLength: 3 })
	.chain((segments) =>
		fc.constantFrom("", "/*", "/:last").map((end) => `/${segments.join("/")}${end}`),
	)
	.filter((pattern) => /[:*]/.test(pattern) && pattern.split(":id").length <= 2);

const PATH = fc.array(SEGMENT, { maxLength: 4 }).map((segments) => `/${segments.join("/")}`);

test("the rule of a page applies to exactly the paths that the router serves with the page", () => {
	fc.assert(
		fc.property(PATTERN, PATH, (pattern, path) => {
			const page = pageAt(pattern);
			const rules = accessRulesOf(revisionOf(page));

			const isServed = matchPattern([page], path) !== undefined;

			expect(rules.at(path)).toEqual(isServed ? [["staff"]] : []);
		}),
		{ numRuns: 2000 },
	);
});

function pageAt(pattern: string): CodePage {
	const page = { id: "page", pattern, parsed: { frontMatter: { access: ["staff"] } } };
	// The rules read only these fields.
	return page as unknown as CodePage;
}

function revisionOf(page: CodePage): Revision {
	const revision = {
		config: { settings: { access: { paths: {} } }, editions: { locales: [], versions: [] } },
		pages: new Map(),
		code: { pages: [page] },
	};
	// The rules read only these fields.
	return revision as unknown as Revision;
}
