import { expect, test } from "vitest";
import type { SentRequest } from "../../../src/server/pages/code-runner.ts";
import { createCodedSite } from "../../support/coded-site.ts";

test.each([
	["url: https://example.org\n", "https://example.org/api/echo?a=1"],
	["name: Example\n", "http://evil.example/api/echo?a=1"],
])("with %j, code gets the URL %s", async (config, url) => {
	const sent: SentRequest[] = [];
	const { service } = await createCodedSite({
		files: { "site.yaml": config, "pages/index.md": "# Welcome\n" },
		code: { api: [{ pattern: "/api/echo" }] },
		runner: {
			async api(_code, { request }) {
				sent.push(request);
				return { status: 200, headers: [], body: new Uint8Array() };
			},
		},
	});

	await service.inject({ url: "/api/echo?a=1", headers: { host: "evil.example" } });

	expect(sent.map((request) => request.url)).toEqual([url]);
	expect(Object.fromEntries(sent[0]?.headers ?? [])["host"]).toBe("evil.example");
});

test("authors of Markdown cannot set the props with which React writes HTML", async () => {
	const html = '{"__html":"<img src=x onerror=alert(1)>"}';
	const { service } = await createCodedSite({
		files: {
			"pages/index.md": `# Welcome\n\n<Box title="a" ref="b" dangerouslySetInnerHTML={${html}} row={{"ref":"c","dangerouslySetInnerHTML":${html}}} />\n`,
		},
		code: { components: ["box"] },
	});

	const { page } = (await service.inject("/_payload.json")).json();

	expect(page.components).toEqual(["box"]);
	expect(JSON.stringify(page.tree)).toContain('{"title":"a","row":{"ref":"c"}}');
	expect(JSON.stringify(page.tree)).not.toMatch(/dangerously|onerror/i);
});
