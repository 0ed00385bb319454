import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBodyRenderer } from "../../src/server/content/markdown/render-body.ts";
import { highlightBody, unpackBody } from "../../src/server/content/pages/packed-body.ts";
import { PackedPage } from "../../src/server/content/pages/packed-page.ts";
import { type PageParser, parsePage } from "../../src/server/content/pages/parse-page.ts";
import type { ParsedPage } from "../../src/server/content/pages/parsed-page.ts";
import { PageHighlighter } from "../../src/server/live/page-highlighter.ts";
import { startLiveSite } from "../support/start-live-site.ts";

const CODE = '# Code\n\n[a](b.md)\n\n```js {2} title="a.js"\nlet a = `\n`;\n```\n\n![i](i.png)\n';

test("code that is highlighted later comes out as if it had been at once, under the same digest", () => {
	const now = parsed(CODE, "now");
	const later = parsed(CODE, "later");

	const { packedBody, isWhole } = highlightBody(later.body.packed);

	expect(later.body.isPlain).toBe(true);
	expect(isWhole).toBe(true);
	expect(unpackBody(packedBody)).toEqual(unpackBody(now.body.packed));
	expect(later.digest).toBe(now.digest);
	expect(later.body.references).toEqual(now.body.references);
});

test("code that nobody has highlighted is whole, without colours", () => {
	const { literals } = unpackBody(parsed("```js\nlet a = '<b>';\n```\n", "later").body.packed);

	expect(literals.join("")).toContain("let a = '&lt;b&gt;';");
});

test("a page without code has nothing left to do", () => {
	expect(parsed("# A\n\n    indented\n", "later").body.isPlain).toBe(false);
});

test("visitors who come at the same time wait for the same, and those after them for nothing", async () => {
	const page = packedPage(CODE);
	let calls = 0;
	const highlighter = new PageHighlighter({
		highlight: async (_file, packedBody) => {
			calls += 1;
			return highlightBody(packedBody).packedBody;
		},
	});

	await Promise.all([highlighter.highlight(page), highlighter.highlight(page)]);

	expect(calls).toBe(1);
	expect(page.html).toContain("hljs-keyword");
	expect(highlighter.highlight(page)).toBeUndefined();
});

test("a page is shown plain when the thread that highlights has ended", async () => {
	const page = packedPage(CODE);
	const highlighter = new PageHighlighter({ highlight: async () => undefined });

	await highlighter.highlight(page);

	expect(page.html).toContain("let a");
});

/** As many as are not highlighted at once. */
const MANY = 60;

function manyPages(text: string): Record<string, string> {
	return Object.fromEntries(
		Array.from({ length: MANY }, (_, index) => [`pages/p${index}.md`, text]),
	);
}

test("of many pages the first answer is highlighted, as a document and as a payload", async () => {
	const site = await startLiveSite(manyPages(CODE));
	const { buildId } = await (await fetch(`${site.url}/readyz`)).json();

	const first = await fetch(`${site.url}/p1`);
	const again = await fetch(`${site.url}/p1`);
	const payload = await site.textOf(`/p2/_payload.json?${buildId}`);

	expect(await first.text()).toContain("hljs-keyword");
	expect(again.headers.get("etag")).toBe(first.headers.get("etag"));
	expect(payload).toContain("hljs-keyword");
});

test("a page of many that is saved is highlighted as well", async () => {
	const site = await startLiveSite(manyPages(CODE));

	await writeFile(join(site.folder, "pages/p3.md"), `${CODE}\nSaved.\n`);
	await site.shows("/p3", "Saved.");

	expect(await site.textOf("/p3")).toContain("hljs-keyword");
});

test("code of many pages that takes too long is named when it is first shown", async () => {
	const endless = `\`\`\`md\n${"[".repeat(150_000)}\n\`\`\`\n`;
	const site = await startLiveSite({ ...manyPages(CODE), "pages/endless.md": endless });

	expect(await site.textOf("/endless")).toContain("[[[[");

	await site.reports("must not take so long to highlight");
});

function parsed(text: string, highlighting: PageParser["highlighting"]): ParsedPage {
	const renderer = createBodyRenderer({ html: false, resolveIcon: nothing, checkIsland: nothing });
	const source = { file: "a.md", bytes: Buffer.from(text), modifiedMs: 0 };
	const parsing = parsePage(source, { renderer, highlighting });
	if (parsing.kind === "refused") throw new Error(parsing.rule);
	return parsing.page;
}

function packedPage(text: string): PackedPage {
	const { body, frontMatter, digest } = parsed(text, "later");
	return new PackedPage({
		path: "/a",
		file: "a.md",
		title: "A",
		navigation: false,
		frontMatter,
		isReadable: true,
		hasHeading: true,
		modifiedMs: 0,
		digest,
		packedBody: body.packed,
		isPlain: body.isPlain,
		fills: "",
	});
}

function nothing(): undefined {
	return undefined;
}
