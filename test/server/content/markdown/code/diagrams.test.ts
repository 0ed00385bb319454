import fc from "fast-check";
import { expect, test } from "vitest";
import { createBodyRenderer } from "../../../../../src/server/content/render-body.ts";
import { lengthsOf } from "../../../../support/lengths.ts";
import { htmlOfBody } from "../../html-of-body.ts";

const { labels } = lengthsOf("test/server/content/markdown/code/diagrams.test.ts");

const renderer = createBodyRenderer({
	html: true,
	resolveIcon: () => undefined,
	checkIsland: () => undefined,
});

test("a diagram is a picture without styles, and its source stays for those who read the text", () => {
	const { html, problems } = render("graph TD\n  A[Start] -->|to| B{Is it <b>?}\n");

	expect(problems).toEqual([]);
	expect(html).toMatch(
		/^<figure class="diagram" tabindex="0"><svg aria-hidden="true" viewBox="[\d. ]+" width/,
	);
	expect(html).not.toMatch(/<style|style="|fonts\.|data-|<code class="language-mermaid">.*<b>/s);
	expect(html).toContain("A[Start] --&gt;|to| B{Is it &lt;b&gt;?}\n</code></pre></figure>");
});

test("each diagram of a page has arrowheads of its own", () => {
	const { html } = render("graph TD\n  A --> B\n", "graph TD\n  A --> B\n");

	const ids = Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id);
	expect(new Set(ids).size).toBe(ids.length);
	for (const [, id] of html.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
});

test.each([
	["graph\n", "Invalid mermaid header"],
	["mindmap\n  root\n", "Invalid mermaid header"],
	["xychart-beta\n  x-axis [a, b]\n  bar [1, 5]\n", "it contains disallowed markup"],
	["graph TD\n  A --> B\n  style A fill:url(https://other.example/#x)\n", "it contains"],
	[`graph TD\n  A[${"x".repeat(6000)}]\n`, "the diagrams of a page must have"],
])("what cannot be drawn is code with a problem: %j", (source, problem) => {
	const { html, problems } = render(source);

	expect(html).toContain('<figure class="code">');
	expect(problems).toMatchObject([
		{ line: 1, message: expect.stringContaining(`A diagram is shown as text: ${problem}`) },
	]);
});

test("a text in a diagram stays a text", () => {
	const hostile = fc.constantFrom(
		...[
			"<script>",
			"</text>",
			"<img src=x onerror=a>",
			'"',
			"'",
			"onload=",
			"&lt;",
			"`",
			"%%",
			"\\",
		],
		...[
			"url(https://a.example)",
			"javascript:a",
			"<style>",
			"style=",
			"-->",
			"]",
			"}",
			";",
			"click A",
		],
	);
	const text = fc.array(fc.oneof(hostile, fc.string({ maxLength: 4 })), { maxLength: 6 });
	fc.assert(
		fc.property(text, text, (label, style) => {
			const words = label.join(" ").replaceAll(/[\n\r`]/g, "");
			const { html } = render(
				`graph TD\n  A["${words}"] --> B\n  style A ${style.join("").replaceAll(/[\n\r`]/g, "")}\n`,
			);

			const [svg = ""] = /<svg[\s\S]*?<\/svg>/.exec(html) ?? [];
			const tags = Array.from(svg.matchAll(/<\/?([^\s>/]*)/g), ([, name]) => name);
			for (const name of tags)
				expect(name).toMatch(/^(?:svg|defs|marker|poly\w+|path|g|rect|text|tspan|line|circle)$/);
			expect(svg.replaceAll(/="[^"]*"/g, "")).not.toMatch(/<[^>]*\s(?:on|style|href)/);
			expect(html).not.toMatch(/<script|<img/);
		}),
		{ numRuns: labels },
	);
});

function render(...diagrams: readonly string[]) {
	const text = diagrams.map((source) => `\`\`\`mermaid\n${source}\`\`\`\n`).join("\n");
	const { body, problems } = renderer.render("page.md", text, 1);
	return { html: htmlOfBody(body), problems };
}
