import { expect, test } from "vitest";
import { ask, createTestSite } from "../../support/test-site.ts";

const FILES = {
	"site.yaml": "name: Tea\n",
	"index.md": "Welcome.\n",
	"1.guide.md": "# Guide\n\n[home](index.md)\n",
	"draft.md": "---\ndraft: true\n---\n# Draft\n",
};
const ENVIRONMENT = { SITE_URL: "https://example.org" };

test.for([
	["/guide.md", {}, "# Guide\n\n[home](https://example.org/)\n"],
	["/index.md", {}, "# Tea\n\nWelcome.\n"],
	["/guide", { accept: "text/markdown" }, "# Guide\n\n[home](https://example.org/)\n"],
	["/", { accept: "text/markdown, text/html;q=0.5" }, "# Tea\n\nWelcome.\n"],
] as const)("%s %j is the page as Markdown", async ([url, headers, text]) => {
	const { service } = await createTestSite({ files: FILES, environment: ENVIRONMENT });
	// The document is kept under the address of the page, and must not stand in for it.
	await service.inject({ url });

	const response = await service.inject({ url, headers });

	expect(response.body).toBe(text);
	expect(response.headers["content-type"]).toBe("text/markdown; charset=utf-8");
	expect(response.headers.vary).toContain("accept");
	expect(response.headers.link).toMatch(/^<https:\/\/example\.org.*>; rel="canonical"$/);
});

test.for([
	["/guide", { accept: "text/html, text/markdown;q=0.1" }, 200],
	["/guide", { accept: "*/*" }, 200],
	["/1.guide.md", {}, 308],
	["/GUIDE.md", {}, 308],
	["/absent.md", {}, 404],
	["/draft.md", {}, 404],
	["/draft", { accept: "text/markdown, text/html;q=0.9" }, 404],
] as const)("%s %j is answered %i, and is no Markdown", async ([url, headers, status]) => {
	const response = await ask({ files: FILES }, { url, headers });

	expect(response.statusCode).toBe(status);
	expect(response.headers["content-type"] ?? "text/html").toContain("text/html");
	expect(response.headers.vary ?? "accept").toContain("accept");
});
