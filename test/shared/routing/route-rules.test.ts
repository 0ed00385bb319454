import { expect, test } from "vitest";
import { checkRouteRules } from "../../../src/server/content/route-rules.ts";
import {
	parseRouteTable,
	RouteMatcher,
	routeTable,
} from "../../../src/shared/routing/route-matcher.ts";
import { splitTarget } from "../../../src/shared/routing/routes.ts";
import { readRows } from "../../support/read-fixture.ts";
import { REDIRECT_CASES } from "./redirect-cases.ts";

test.each(REDIRECT_CASES)("a rule leads on, below a base path and over the wire as well: $name", ({
	pattern,
	redirect,
	from,
	to,
	status = 307,
}) => {
	const rules = rulesOf({ [pattern]: { redirect } });
	const received = parseRouteTable(JSON.parse(JSON.stringify(routeTable(rules))));

	for (const matcher of [new RouteMatcher(rules), new RouteMatcher(received?.rules ?? [])]) {
		expect(matcher.redirectFor(locationOf(from), "")).toEqual({ to, status });
		const below = to.startsWith("/") ? `/base${to}` : to;
		expect(matcher.redirectFor(locationOf(from), "/base")?.to).toBe(below);
	}
});

test("all cases of the table hold side by side", () => {
	const all = Object.fromEntries(
		REDIRECT_CASES.map(({ pattern, redirect }) => [pattern, { redirect }]),
	);

	const { problems } = read(all);

	expect(problems).toEqual([]);
});

test("the more specific rule wins, wherever it stands", () => {
	const matcher = matcherOf({
		"/**": { redirect: "https://example.org/wildcard" },
		"/a/**": { redirect: "https://example.org/nearer" },
		"/a/:id": { redirect: "https://example.org/param" },
		"/a/b": { redirect: "https://example.org/exact" },
	});

	const winners = ["/a/b", "/a/c", "/a/c/d", "/x"].map(
		(path) => matcher.redirectFor(locationOf(path), "")?.to,
	);

	expect(winners.map((url) => url?.split("/").at(-1))).toEqual([
		"exact",
		"param",
		"nearer",
		"wildcard",
	]);
});

test("a path that fits one branch only at its start is found in the other", () => {
	const matcher = matcherOf({
		"/users/me/edit": { redirect: "/edit" },
		"/users/:id/profile": { redirect: "/people/:id" },
		"/users/me/:tab/x": { redirect: "/tabs" },
	});

	expect(matcher.redirectFor(locationOf("/users/me/profile"), "")?.to).toBe("/people/me");
});

test("headers of all rules that fit come together, the more specific winning", () => {
	const matcher = matcherOf({
		"/**": { headers: { "X-Robots-Tag": "all", "X-Site": "one" } },
		"/drafts/**": { headers: { "x-robots-tag": "none" } },
	});

	expect(matcher.headersFor("/drafts/a")).toEqual({ "x-robots-tag": "none", "x-site": "one" });
});

test("a rule may take a prerender mark back", () => {
	const matcher = matcherOf({
		"/docs/**": { prerender: true },
		"/docs/live": { prerender: false },
	});

	expect(matcher.isPrerendered("/docs/a")).toBe(true);
	expect(matcher.isPrerendered("/docs/live")).toBe(false);
});

test.each([
	["to itself", { "/a": { redirect: "/a" } }],
	["to itself in another letter case", { "/A": { redirect: "/a" } }],
	["by way of another", { "/a": { redirect: "/b" }, "/b": { redirect: "/a" } }],
	["to a page under its own wildcard", { "/docs/**": { redirect: "/docs/new" } }],
	["deeper and deeper", { "/a/**": { redirect: "/a/b/**" } }],
	[
		"between a wildcard and one page of it",
		{
			"/old/**": { redirect: "/new/**" },
			"/new/page": { redirect: "/old/page" },
		},
	],
	["between params", { "/a/:x/b": { redirect: "/b/:x" }, "/b/:y": { redirect: "/a/:y/b" } }],
])("a redirect in a circle is a problem and is not served: %s", (_, rules) => {
	const { problems } = read(rules);
	const matcher = matcherOf(rules);

	const paths = ["/a", "/b", "/a/x/b", "/docs/x", "/old/page", "/new/page"];
	expect(problems[0]?.message).toMatch(/loop|redirects in a row/);
	for (const path of paths) expect(matcher.comesToAnEnd(path)).toBe(true);
});

test("a circle that only some paths of a wildcard enter is never served", () => {
	const { rules } = read({ "/a/**": { redirect: "/b/**" }, "/b/x/**": { redirect: "/a/x/**" } });
	const matcher = new RouteMatcher(rules);

	expect(matcher.redirectFor(locationOf("/a/x"), "")?.to).not.toBe("/a/x");
	expect(matcher.redirectFor(locationOf("/a/y"), "")?.to).toBe("/b/y");
});

test("a chain of ten redirects is served, one of eleven is a problem with its line", () => {
	const ten = chainOf(10);
	const eleven = chainOf(11);

	expect(read(ten).problems).toEqual([]);
	expect(matcherOf(ten).redirectFor(locationOf("/step-0"), "")?.to).toBe("/step-1");
	expect(read(eleven).problems).toEqual([
		{ line: 1, message: expect.stringContaining("more than 10 redirects in a row") },
	]);
	expect(matcherOf(eleven).redirectFor(locationOf("/step-0"), "")).toBeUndefined();
});

test.each(
	readRows<[name: string, pattern: string, rule: unknown, sentence: string]>(
		"routing/faults.yaml",
		"faults",
	),
)("a rule that is not sound is a problem: %s", (_, pattern, rule, sentence) => {
	const { rules, problems } = checkRouteRules([{ pattern, rule, line: 7 }]);

	expect(problems).toEqual([{ line: 7, message: expect.stringContaining(sentence) }]);
	expect(rules).toEqual([]);
});

test("of two rules for the same paths the first counts, and the second is a problem", () => {
	const { rules, problems } = checkRouteRules([
		{ pattern: "/a/:id", rule: { redirect: "/first" }, line: 1 },
		{ pattern: "/A/:name/", rule: { redirect: "/second" }, line: 2 },
	]);

	expect(rules.map(({ rule }) => rule.redirect?.to)).toEqual(["/first"]);
	expect(problems).toEqual([{ line: 2, message: expect.stringContaining("earlier rule") }]);
});

test("params in more positions than a match can afford are a problem", () => {
	const { problems } = read(
		Object.fromEntries(
			Array.from({ length: 7 }, (_, depth) => [`${"/x".repeat(depth)}/:id`, { prerender: true }]),
		),
	);

	expect(problems).toHaveLength(1);
});

test.each([
	null,
	"text",
	[],
	{},
	{ static: {} },
	{ static: {}, wildcard: {}, dynamic: 1 },
])("what is no table is not taken for one: %j", (value) => {
	expect(parseRouteTable(value)).toBeUndefined();
});

test("a table from a compromised source cannot make the browser run a script", () => {
	const table = { static: { "/a": { redirect: { to: "javascript:alert(1)", status: 307 } } } };

	const received = parseRouteTable({ ...table, wildcard: {}, dynamic: {} });

	expect(received?.rules).toEqual([]);
});

type Rules = Readonly<Record<string, unknown>>;

function read(rules: Rules): ReturnType<typeof checkRouteRules> {
	return checkRouteRules(
		Object.entries(rules).map(([pattern, rule], index) => ({ pattern, rule, line: index + 1 })),
	);
}

function rulesOf(rules: Rules): ReturnType<typeof checkRouteRules>["rules"] {
	const { rules: sound, problems } = read(rules);
	const unexpected = problems.filter(({ message }) => !/loop|in a row/.test(message));
	expect(unexpected).toEqual([]);
	return sound;
}

function matcherOf(rules: Rules): RouteMatcher {
	return new RouteMatcher(rulesOf(rules));
}

function chainOf(redirects: number): Rules {
	return Object.fromEntries(
		Array.from({ length: redirects }, (_, step) => [
			`/step-${step}`,
			{ redirect: `/step-${step + 1}` },
		]),
	);
}

function locationOf(target: string): { rawPath: string; query: string; hash: string } {
	const [beforeHash = "", hash] = target.split("#");
	const { path, query } = splitTarget(beforeHash);
	return { rawPath: path, query, hash: hash === undefined ? "" : `#${hash}` };
}
