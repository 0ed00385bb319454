import { expect, test } from "vitest";
import targets from "../../fixtures/http/request-targets.json" with { type: "json" };
import { ask, createTestSite } from "../../support/test-site.ts";
import { sendRaw } from "../../support/visit.ts";

const FILES = {
	"site.yaml": "name: Example\nurl: https://example.org\n",
	"pages/index.md": "# Welcome\n",
};

test("an unknown path gets the error page: 404, not indexed, not stored", async () => {
	const response = await ask({ files: FILES }, "/nope?page=2");

	expect(response.statusCode).toBe(404);
	expect(response.headers["cache-control"]).toBe("no-store");
	expect(response.body).toContain("<title>404 - Page not found: /nope | Example</title>");
	expect(response.body).toContain("Page Not Found</h1>");
	expect(response.body).toContain('<meta name="robots" content="noindex"');
	expect(response.body).not.toContain('rel="canonical"');
});

test("markup in a path stays text", async () => {
	const { service } = await createTestSite({ files: FILES });

	const response = await service.inject("/%3Cscript%3Ealert(1)%3C%2Fscript%3E");
	const decoded = await service.inject("/%3Cimg%20src=x%20onerror=alert(1)%3E");

	expect(response.statusCode).toBe(404);
	expect(response.body).not.toContain("<script>alert");
	expect(decoded.body).not.toContain("<img src=x");
	expect(decoded.body).toContain("&lt;img src=x");
});

test.each([
	"text/html,application/xhtml+xml,*/*;q=0.8",
	"*/*",
	undefined,
])("a client that accepts %s gets the page", async (accept) => {
	const headers = accept === undefined ? {} : { accept };
	const response = await ask({ files: FILES }, { url: "/nope", headers });

	expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
});

test.each([
	["GET", "/about%/_payload.json?test-build", "Bad Request"],
	["POST", "/guide", "Method Not Allowed"],
	["GET", "/nope", "Page Not Found"],
] as const)("problem details are titled for what they are: %s %s", async (method, url, title) => {
	const headers = { accept: "application/json" };
	const response = await ask({ files: FILES }, { method, url, headers });

	expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
	expect(response.json()).toMatchObject({
		...{ type: "about:blank", title, status: response.statusCode },
		detail: expect.any(String),
	});
});

test("a failure says nothing to the visitor and everything to the log", async () => {
	const site = await createTestSite({
		files: FILES,
		dependencies: {
			now: () => {
				throw new Error("The clock is gone");
			},
		},
	});

	const response = await site.service.inject("/");

	expect(response.statusCode).toBe(500);
	expect(response.body).toContain("Internal Server Error");
	expect(response.body).not.toContain("clock");
	expect(site.errors.join()).toContain("The clock is gone");
	expect(site.errors.join()).toContain("reqId");
});

const REFUSED: readonly (readonly [line: string, status: number])[] = [
	...[...targets.hostile, ...targets.unroutable].map(
		(url) => [`GET ${url} HTTP/1.1`, 404] as const,
	),
	...targets.malformed.map((url) => [`GET ${url} HTTP/1.1`, 400] as const),
	[`GET /${"a".repeat(9_000)} HTTP/1.1`, 414],
	// A path that fills the headers.
	[`GET /${"a".repeat(20_000)} HTTP/1.1`, 431],
	["GARBAGE", 400],
];

test("hostile, malformed and overlong paths are refused by the status for it", async () => {
	const { service } = await createTestSite({ files: { ...FILES, ".env": "SECRET=1" } });

	for (const [line, expected] of REFUSED) {
		const answer = await sendRaw(service, `${line}\r\nHost: a\r\nConnection: close\r\n\r\n`);

		expect([line, answer.split(" ")[1]]).toEqual([line, String(expected)]);
		expect(answer, line).not.toMatch(/root:|SECRET=|name: Example/);
	}
});
