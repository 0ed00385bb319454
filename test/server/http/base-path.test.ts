import { expect, test } from "vitest";
import { ask } from "../../support/test-site.ts";

const FILES = {
	"pages/index.md":
		"# Welcome\n\n[Guide](./guide.md)\n\n![Picture](/picture.svg)\n\n::island{page-list path=/}\n",
	"pages/guide.md": "# Guide\n",
	"public/picture.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>',
};
const BELOW = { files: FILES, environment: { BASE_PATH: "/docs" } };

test.each([
	["/docs", 200],
	["/docs/guide", 200],
	["/docs/picture.svg", 200],
	["/docs/_payload.json", 200],
	["/docs/healthz", 404],
	["/docs/readyz", 404],
	["/docs/metrics", 404],
	["/healthz", 200],
	["/", 404],
	["/guide", 404],
	["/picture.svg", 404],
	["/docsguide", 404],
])("below a base path, %s is answered %i", async (url, status) => {
	const { statusCode, body } = await ask(BELOW, url);

	expect(statusCode).toBe(status);
	expect(body.includes(`Page not found: ${url}`)).toBe(status === 404);
});

test("every URL of a page lies below the base path", async () => {
	const { body } = await ask(BELOW, "/docs");

	const urls = [...body.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url ?? "");
	expect(urls.length).toBeGreaterThan(4);
	expect(urls.filter((url) => !url.startsWith("/docs") && !url.startsWith("#"))).toEqual([]);
});
