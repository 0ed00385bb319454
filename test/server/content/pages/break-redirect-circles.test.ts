import { expect, test } from "vitest";
import { createTestSite } from "../../../support/test-site.ts";

test.each([
	["a page to itself", { "pages/a.md": redirectTo("/a") }],
	["two pages", { "pages/a.md": redirectTo("/b"), "pages/b.md": redirectTo("/a") }],
	[
		"a page and a rule",
		{ "pages/a.md": redirectTo("/b"), "site.yaml": "routeRules: {/b: {redirect: /a}}\n" },
	],
	[
		"a page and a wildcard",
		{ "pages/a.md": redirectTo("/b/a"), "site.yaml": "routeRules: {/b/**: {redirect: /**}}\n" },
	],
])("a circle of redirects is a problem, and the page shows itself: %s", async (_, files) => {
	const { service, revision } = await createTestSite({
		files: { "pages/index.md": "# Welcome\n", ...files },
	});

	const response = await service.inject("/a");

	expect(response.statusCode).toBe(200);
	expect(response.body).toContain("The page itself.");
	expect(revision.problems).toContainEqual({
		file: "pages/a.md",
		message: expect.stringContaining("must end after at most 10 redirects"),
	});
});

test("a page that leads to another, by way of a rule and below a base path, still does", async () => {
	const { service, revision } = await createTestSite({
		files: {
			"site.yaml": "basePath: /docs\nrouteRules: {/b: {redirect: /}}\n",
			"pages/index.md": "# Welcome\n",
			"pages/a.md": redirectTo("/b"),
			"pages/out.md": redirectTo("https://example.org/docs/out"),
		},
	});

	const response = await service.inject("/docs/a");
	const out = await service.inject("/docs/out");

	expect([response.statusCode, response.headers.location]).toEqual([307, "/docs/b"]);
	expect(out.headers.location).toBe("https://example.org/docs/out");
	expect(revision.problems.filter(({ message }) => message.includes("redirects"))).toEqual([]);
});

function redirectTo(target: string): string {
	return `---\nredirect: ${target}\n---\n\nThe page itself.\n`;
}
