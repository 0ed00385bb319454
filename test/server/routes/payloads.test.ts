import { expect, test } from "vitest";
import { ask } from "../../support/test-site.ts";

const FILES = {
	"pages/index.md": "# Welcome\n",
	"pages/guide.md": "# Guide\n\nThe text.\n",
	"pages/moved.md": "---\nredirect: /guide\n---\n",
	"pages/draft.md": "---\ndraft: true\n---\n\nSecret.\n",
	"public/manual.pdf": "%PDF",
};

test("a payload carries what a navigation needs, and the build that made it", async () => {
	const response = await ask({ files: FILES }, "/guide/_payload.json?test-build");

	expect(response.statusCode).toBe(200);
	expect(response.headers["loggia-build"]).toBe("test-build");
	expect(response.json()).toMatchObject({
		kind: "page",
		page: { id: "page", path: "/guide", title: "Guide" },
	});
	expect(response.json().page.html).toContain("The text.");
});

test.each([
	["/moved/_payload.json", { kind: "redirect", to: "/guide", status: 307 }],
	["/GUIDE/_payload.json", { kind: "redirect", to: "/guide", status: 308 }],
	["/manual.pdf/_payload.json", { kind: "document" }],
	["/feed.xml/_payload.json", { kind: "document" }],
	["/guide/feed.xml/_payload.json", { kind: "document" }],
	["/sitemap.xml/_payload.json", { kind: "document" }],
	["/llms.txt/_payload.json", { kind: "document" }],
	["/api/search/_payload.json", { kind: "document" }],
])("%s says in data where the document is", async (url, payload) => {
	const response = await ask({ files: FILES }, url);

	expect(response.statusCode).toBe(200);
	expect(response.json()).toEqual(payload);
});

test.each([
	["/nope/_payload.json", "Page not found: /nope"],
	["/draft/_payload.json", "Page not found: /draft"],
])("%s is 404 with its message and without a trace of the page", async (url, message) => {
	const response = await ask({ files: FILES }, url);

	expect(response.statusCode).toBe(404);
	expect(response.headers["cache-control"]).toBe("no-store");
	expect(response.json()).toMatchObject({ kind: "error", error: { status: 404, message } });
	expect(response.body).not.toContain("Secret");
});
