import { expect, test } from "vitest";
import { REDIRECT_CASES } from "../../shared/routing/redirect-cases.ts";
import { createTestSite } from "../../support/test-site.ts";

const FILES = {
	"site.yaml": `routeRules: ${JSON.stringify({
		...Object.fromEntries(REDIRECT_CASES.map(({ pattern, redirect }) => [pattern, { redirect }])),
		"/docs/**": { headers: { "X-Docs": "yes", "cache-control": "public, max-age=60" } },
	})}\n`,
	_redirects: "/from-file/* /docs/:splat 302\n/rewrite /index.html 200\n",
	"pages/index.md": "# Welcome\n",
	"pages/docs/a.md": "# A\n",
};

test("every redirect of the table is answered, to people and to JSON clients, and as data", async () => {
	const { service } = await createTestSite({ files: FILES, environment: { BASE_PATH: "/base" } });

	for (const { name, from, to, status = 307 } of REDIRECT_CASES) {
		// A client never sends the hash; it keeps it by itself unless the answer has one.
		const [path = "", query] = from.split("#", 1)[0]?.split("?") ?? [];
		const url = `/base${path}${query === undefined ? "" : `?${query}`}`;
		const target = from.includes("#part") ? to.replace("#part", "") : to;
		const location = target.startsWith("/") ? `/base${target}` : target;
		for (const request of [
			{ url },
			{ url, headers: { accept: "application/json" } },
			{ url, method: "HEAD" as const },
		]) {
			const response = await service.inject(request);
			expect([name, response.statusCode, response.headers.location]).toEqual([
				name,
				status,
				location,
			]);
			expect(response.headers["cache-control"]).toBe("no-cache");
		}

		const payload = `/base${path.replace(/\/$/, "")}/_payload.json?build&${query ?? ""}`;
		const data = (await service.inject(payload)).json();
		expect([name, data]).toEqual([name, { kind: "redirect", to: location, status }]);
	}
});

test("rules of a _redirects file hold, and what it cannot have is a problem with its line", async () => {
	const { service, revision } = await createTestSite({ files: FILES });

	const response = await service.inject("/from-file/a?b=1");

	expect([response.statusCode, response.headers.location]).toEqual([302, "/docs/a?b=1"]);
	expect(revision.problems).toContainEqual(
		expect.objectContaining({ file: "_redirects", line: 2 }),
	);
});

test.each([
	"/rule",
	"/file",
	"/page",
])("%s keeps the visitor's parameters, and its own win", async (path) => {
	const { service } = await createTestSite({
		files: {
			"site.yaml": "routeRules:\n  /rule: { redirect: /about?from=old }\n",
			_redirects: "/file /about?from=old\n",
			"pages/page.md": "---\nredirect: /about?from=old\n---\n",
			"pages/about.md": "# About\n",
		},
	});

	const { headers } = await service.inject(`${path}?a=1&from=me&b`);
	const payload = await service.inject(`${path}/_payload.json?build&a=1&from=me&b`);

	expect(headers.location).toBe("/about?from=old&a=1&b");
	expect(payload.json()).toMatchObject({ kind: "redirect", to: "/about?from=old&a=1&b" });
});

test("headers of a rule are on every answer of its paths, and win over our own", async () => {
	const { service } = await createTestSite({ files: FILES });

	const page = await service.inject("/docs/a");
	const missing = await service.inject("/docs/none");
	const other = await service.inject("/");

	expect(page.headers["x-docs"]).toBe("yes");
	expect(page.headers["cache-control"]).toBe("public, max-age=60");
	expect(missing.headers["x-docs"]).toBe("yes");
	expect(other.headers["x-docs"]).toBeUndefined();
});

test("a rule for everything leaves the server its own paths", async () => {
	const { service } = await createTestSite({
		files: {
			"site.yaml": 'routeRules: {"/**": {redirect: "https://new.example/**"}}\n',
			"pages/index.md": "# Welcome\n",
		},
	});

	const statuses = await Promise.all(
		["/healthz", "/readyz", "/metrics", "/_nuxt/builds/latest.json", "/any"].map(
			async (url) => (await service.inject(url)).statusCode,
		),
	);

	expect(statuses).toEqual([200, 200, 200, 200, 307]);
});
