import { expect, test } from "vitest";
import { readPageText } from "../../../src/server/search/page-text.ts";

test("hidden elements add no text and start no section", () => {
	const { sections } = readPageText(`<h1>Title</h1><p>first</p>
		<svg><h2 id="drawn">x</h2></svg><!-- <h2 id="remark"> --><template><br><h3 id="kept">x</h3></template>
		<h2 id="one">One<a class="heading-anchor" href="#one">#</a></h2><p>1</p><style>h2 { }</style>
		<h2 id="two" title='a > b'>T<b>w</b>o</h2><p>2</p>`);

	expect(sections).toEqual([
		{ anchor: "", heading: "", above: "", text: "first", code: "" },
		{ anchor: "one", heading: "One", above: "", text: "1", code: "" },
		{ anchor: "two", heading: "Two", above: "", text: "2", code: "" },
	]);
});

test("a section names the headings above it", () => {
	const { title, sections } = readPageText(
		"<h1>T &amp; U</h1><h2>A</h2><h3>B</h3><h4>C</h4><pre>a &lt; b</pre><h3>D</h3><h2>E</h2>",
	);

	expect(title).toBe("T & U");
	expect(sections.map(({ heading, above }) => [heading, above])).toEqual([
		["", ""],
		["A", ""],
		["B", "A"],
		["C", "A B"],
		["D", "A"],
		["E", ""],
	]);
	expect(sections[3]?.code).toBe("a < b");
});

test("the file name of a code block is text, and the label of its language is not", () => {
	const { sections } = readPageText(
		'<p>See</p><figure class="code"><figcaption><span class="code-file">site.yaml</span><span class="code-language">yaml</span></figcaption><pre><code>a: <span>1</span>0</code></pre></figure>',
	);

	expect(sections).toMatchObject([{ text: "See site.yaml", code: "a: 10" }]);
});

test("a page with a million headings has a bounded number of sections", () => {
	expect(readPageText("<h2>x</h2>".repeat(10_000)).sections).toHaveLength(4000);
});
