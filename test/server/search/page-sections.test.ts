import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRevision } from "../../../src/server/content/load-revision.ts";
import { pageSections } from "../../../src/server/search/page-sections.ts";

const HANDBOOK = join(import.meta.dirname, "../../../site");

test("a section that is read alone says what it says in its page", async () => {
	const { pages } = await loadRevision({ siteFolder: HANDBOOK, environment: {} });
	const different: string[] = [];
	let compared = 0;
	for (const { path, html } of pages.values()) {
		for (const [number, section] of pageSections(html).entries()) {
			const alone = pageSections(html, new Set([number]))[number];
			// Headings above are other sections, which were not read.
			const isSame =
				JSON.stringify({ ...alone, above: "" }) === JSON.stringify({ ...section, above: "" });
			if (!isSame) different.push(`${path} ${number}`);
			compared += 1;
		}
	}

	expect(different).toEqual([]);
	expect(compared).toBeGreaterThan(300);
});

test("headings of what is drawn, run or hidden begin no section, whether it is read or not", () => {
	const html = `<p>first</p>
		<svg><h2 id="drawn">x</h2></svg><!-- <h2 id="remark"> --><template><h3 id="kept">x</h3></template>
		<h2 id="one">One</h2><p>1</p><style>h2 { }</style>
		<h2 id="two" title='a > b'>Two</h2><p>2</p>`;

	for (const wanted of [undefined, new Set([0]), new Set([1]), new Set([2])]) {
		const sections = pageSections(html, wanted);
		const anchors = ["", "one", "two"].slice(0, wanted === undefined ? 3 : Math.max(...wanted) + 1);
		expect(sections.map(({ anchor }) => anchor)).toEqual(anchors);
	}
	expect(pageSections(html, new Set([2]))[2]).toMatchObject({ heading: "Two", text: "2" });
});
