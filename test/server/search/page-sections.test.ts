import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRevision } from "../../../src/server/content/load-revision.ts";
import { unpackBytes } from "../../../src/server/content/pages/packed-body.ts";
import {
	pageSections,
	readSection,
	sectionStarts,
} from "../../../src/server/search/page-sections.ts";

const HANDBOOK = join(import.meta.dirname, "../../../site");

test("a section that is read out of the bytes of its page says what it says in the page", async () => {
	const { pages } = await loadRevision({ siteFolder: HANDBOOK, environment: {} });
	const different: string[] = [];
	let compared = 0;
	for (const { path, html, packedBody } of pages.values()) {
		const bytes = unpackBytes(packedBody);
		const starts = sectionStarts(bytes.toString("latin1"));
		for (const [number, { above: _, ...section }] of pageSections(html).entries()) {
			const alone = readSection(bytes.toString("utf8", starts[number], starts[number + 1]));
			if (JSON.stringify(alone) !== JSON.stringify(section)) different.push(`${path} ${number}`);
			compared += 1;
		}
	}

	expect(different).toEqual([]);
	expect(compared).toBeGreaterThan(300);
});

test("headings of what is drawn, run or hidden begin no section, and its text is left out", () => {
	const sections = pageSections(`<h1>Title</h1><p>first</p>
		<svg><h2 id="drawn">x</h2></svg><!-- <h2 id="remark"> --><template><h3 id="kept">x</h3></template>
		<h2 id="one">One</h2><p>1</p><style>h2 { }</style>
		<h2 id="two" title='a > b'>Two</h2><p>2</p>`);

	expect(sections).toEqual([
		{ anchor: "", heading: "", above: "", text: "first", code: "" },
		{ anchor: "one", heading: "One", above: "", text: "1", code: "" },
		{ anchor: "two", heading: "Two", above: "", text: "2", code: "" },
	]);
});

test("a section names the headings above it", () => {
	const sections = pageSections(
		"<h2>A</h2><h3>B</h3><h4>C</h4><pre>a &lt; b</pre><h3>D</h3><h2>E</h2>",
	);

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
