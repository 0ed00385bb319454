import { expect, test } from "vitest";
import { createTestSite } from "../../support/test-site.ts";

const FILES = {
	"pages/index.md": "# Welcome\n\n[Guide](./guide.md)\n\n![Picture](/picture.svg)\n",
	"pages/guide.md": "# Guide\n",
	"public/picture.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>',
};

test.each([
	"/docs",
	"/docs/guide",
	"/docs/picture.svg",
	"/docs/_payload.json",
	"/docs/healthz",
])("%s answers below the base path", async (url) => {
	const site = await siteBelow("/docs");

	const response = await site.service.inject(url);

	expect(response.statusCode).toBe(200);
});

test.each(["/", "/guide", "/picture.svg", "/docsguide"])("%s lies outside: 404", async (url) => {
	const site = await siteBelow("/docs");

	const response = await site.service.inject(url);

	expect(response.statusCode).toBe(404);
	expect(response.body).toContain(`Page not found: ${url}`);
});

test.each([
	["/docs/", "/docs"],
	["/docs/guide/", "/docs/guide"],
	["/docs/GUIDE", "/docs/guide"],
])("%s is another spelling: 308 to %s", async (url, location) => {
	const site = await siteBelow("/docs");

	const response = await site.service.inject(url);

	expect(response.statusCode).toBe(308);
	expect(response.headers.location).toBe(location);
});

test("every URL of a page lies below the base path", async () => {
	const site = await siteBelow("/docs");

	const { body } = await site.service.inject("/docs");

	const urls = [...body.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url ?? "");
	expect(urls.length).toBeGreaterThan(4);
	expect(urls.filter((url) => !url.startsWith("/docs") && !url.startsWith("#"))).toEqual([]);
});

test("probes know nothing of a base path", async () => {
	const site = await siteBelow("/docs");

	const response = await site.service.inject("/healthz");

	expect(response.statusCode).toBe(200);
});

function siteBelow(basePath: string): ReturnType<typeof createTestSite> {
	return createTestSite({ files: FILES, environment: { BASE_PATH: basePath } });
}
