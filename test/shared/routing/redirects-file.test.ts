import { expect, test } from "vitest";
import { checkRouteRules, parseRedirectsFile } from "../../../src/server/content/route-rules.ts";
import { RouteMatcher } from "../../../src/shared/routing/route-matcher.ts";

test.each([
	["/old /new", "/old", "/new", 301],
	["/old   /new\t302", "/old", "/new", 302],
	["/old /new 301!", "/old", "/new", 301],
	["/old /new # because", "/old", "/new", 301],
	["/news/* /blog/:splat", "/news/a/b", "/blog/a/b", 301],
	["/news/* https://example.org/:splat 308", "/news/a", "https://example.org/a", 308],
	["/news/:month/:date /blog/:date/:month", "/news/02/12", "/blog/12/02", 301],
	["/gone/* /", "/gone/a", "/", 301],
])("a line is read as its format means it: %s", (line, from, to, status) => {
	const { entries, problems } = parseRedirectsFile(line);
	const matcher = new RouteMatcher(checkRouteRules(entries).rules);

	expect(problems).toEqual([]);
	expect(matcher.redirectFor({ rawPath: from, query: "", hash: "" }, "")).toEqual({ to, status });
});

test.each([
	["a rewrite", "/* /index.html 200", 'current status is "200"'],
	["a page for missing paths", "/* /404.html 404", 'current status is "404"'],
	["a condition", "/a /b 302 Country=us", "has a condition"],
	["query parameters", "/a id=:id /b/:id 301", "depends on query parameters"],
	["another domain", "http://blog.example/* /blog/:splat", "Rules must be for paths"],
	["no target", "/a", "has no target path or URL"],
	["a word for a status", "/a /b permanent", 'current status is "permanent"'],
	["a placeholder that is not caught", "/a /b/:splat", "its pattern does not"],
])("what is not supported is a problem with its line: %s", (_, line, sentence) => {
	const reading = parseRedirectsFile(`# first\n\n${line}\n`);
	const checked = checkRouteRules(reading.entries);

	expect(checked.rules).toEqual([]);
	expect([...reading.problems, ...checked.problems]).toEqual([
		{ line: 3, message: expect.stringContaining(sentence) },
	]);
});

test("comments, blank lines and Windows line ends are no rules", () => {
	const { entries, problems } = parseRedirectsFile("# comment\r\n\r\n   # indented\r\n/a /b\r\n");

	expect(problems).toEqual([]);
	expect(entries).toEqual([
		{ pattern: "/a", line: 4, rule: { redirect: { to: "/b", status: 301 } } },
	]);
});
