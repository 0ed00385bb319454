import { expect, test } from "vitest";
import { ask, createTestSite } from "../../support/test-site.ts";

const FILES = {
	"site.yaml": "name: Test\n",
	"pages/index.md": "# Home\n\n::island{page-list path=/guides}\n",
	"pages/guides/index.md": "# Guides\n\n::island{page-list}\n",
	"pages/guides/install.md": "---\ndescription: From nothing\n---\n# Install\n",
	"pages/bad.md": "# Bad\n\n::island{absent}\n\n::island{recent-pages limit=many}\n",
	"pages/live.md": "# Live\n\n::island{recent-pages limit=1 refresh=30}\n",
};

const LIMIT = "limit must be a whole number from 1 to 50";
const PROTOTYPE = encodeURIComponent('{"__proto__":{"x":1}}');

test("an island comes with id, html, head and state, and is revalidated", async () => {
	const response = await ask({ files: FILES }, "/__nuxt_island/page-list.json?path=/guides");

	expect(response.statusCode).toBe(200);
	expect(response.headers["cache-control"]).toBe("no-cache");
	expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
	expect(response.json()).toEqual({
		id: expect.stringMatching(/^page-list_[0-9a-f]{10}$/),
		html: expect.stringContaining('href="/guides/install"'),
		head: { link: [], style: [] },
		state: { props: { path: "/guides" } },
	});
});

test("a hash behind the name, and props as one parameter, give the same island", async () => {
	const { service } = await createTestSite({ files: FILES });

	const plain = await service.inject("/__nuxt_island/page-list.json?path=/guides");
	const props = encodeURIComponent('{"path":"/guides"}');
	const hashed = await service.inject(`/__nuxt_island/page-list_AbC-12.json?props=${props}`);

	expect(hashed.json()).toEqual(plain.json());
});

test.each([
	["an unknown name", "absent.json", 404, "There is no such island"],
	["a name without its ending", "build-info", 404, "There is no such island"],
	["a path as name", "..%2Fbuild-info.json", 404, undefined],
	["a prop that is given twice", "recent-pages.json?limit=1&limit=2", 400, LIMIT],
	[
		"the prototype in JSON",
		`build-info.json?props=${PROTOTYPE}`,
		400,
		`There is no prop named "__proto__"`,
	],
	["props that are no JSON", "build-info.json?props=%7B", 400, "props must be a JSON object"],
])("%s is refused and never kept", async (_name, key, status, detail) => {
	const response = await ask({ files: FILES }, `/__nuxt_island/${key}`);

	expect(response.statusCode).toBe(status);
	expect(response.headers["cache-control"]).toBe("no-store");
	if (detail !== undefined) expect(response.json().detail).toBe(detail);
});

test("an island is part of the page, in the document, in the payload and at its own address", async () => {
	const { service } = await createTestSite({ files: FILES });

	const document = await service.inject("/guides");
	const payload = await service.inject("/guides/_payload.json");

	const island =
		/<div data-island="page-list" data-src="[^"]*\/__nuxt_island\/page-list_[0-9a-f]{10}\.json\?path=%2Fguides"><ul class="cards">.*href="\/guides\/install"/;
	expect(document.body).toMatch(island);
	expect(payload.json().page.html).toMatch(island);
	const [, url = "", html = ""] = /data-src="([^"]*)">(.*?)<\/div>/.exec(document.body) ?? [];
	const response = await service.inject(url.replaceAll("&amp;", "&"));
	expect(response.json().html).toBe(html);
});

test("an island that refreshes by itself says how often", async () => {
	const document = await ask({ files: FILES }, "/live");

	expect(document.body).toMatch(/data-island="recent-pages" data-src="[^"]*" data-refresh="30">/);
});

test("an island that cannot be rendered leaves the page as it is", async () => {
	const document = await ask({ files: FILES }, "/bad");

	expect(document.statusCode).toBe(200);
	expect(document.body).not.toContain("data-island");
});
