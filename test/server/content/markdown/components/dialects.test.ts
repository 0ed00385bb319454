import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createBodyRenderer } from "../../../../../src/server/content/render-body.ts";
import { htmlWithTargets } from "../../html-of-body.ts";

/** One page for each generator, written by hand to what its documentation says. */
const FOLDER = new URL("../../../../fixtures/dialects/", import.meta.url);

const PAGES = readdirSync(FOLDER).filter((name) => /\.mdx?$/.test(name));

const renderer = createBodyRenderer({
	html: false,
	resolveIcon: (name) => `<svg data-icon="${name}"></svg>`,
	checkIsland: () => undefined,
});

describe.each(PAGES)("%s", (name) => {
	const source = readFileSync(new URL(name, FOLDER), "utf8");
	const { body, problems } = renderer.render(name, source, 1);
	const html = htmlWithTargets(body);

	test("is shown as it was meant", async () => {
		const report = problems.map(({ line, message }) => `<!-- ${line}: ${message} -->\n`);

		await expect(`${html}\n${report.join("")}`).toMatchFileSnapshot(
			new URL(`${name.replace(/\.mdx?$/, "")}.html`, FOLDER).pathname,
		);
	});

	test("shows nothing of what only its generator understands", () => {
		const text = html.replace(/<code[^>]*>.*?<\/code>/gs, "").replace(/<[^>]*>/g, "");

		expect(text).not.toMatch(
			/\{[{%]|[%}]\}|:::|^::|^!!!|^\?\?\?|^===|\[\[|\]\]|&lt;\/?[A-Z]|\{[:.#]/m,
		);
		expect(text).not.toMatch(/^(?:import|export) /m);
	});

	test("names the line of whatever was left out", () => {
		const lines = source.split("\n").length;

		for (const { line } of problems) expect(line).toSatisfy((at: number) => at >= 1 && at <= lines);
	});
});

function htmlOf(text: string): string {
	return htmlWithTargets(renderer.render("page.md", text, 1).body);
}

test("components one after the other on a line are shown like those on lines of their own", () => {
	const inLines = [
		"<Tabs>",
		'<TabItem label="a">x</TabItem>',
		'<TabItem label="b">y</TabItem>',
		"</Tabs>",
		"<CardGrid>",
		'<Card title="c">z</Card>',
		'<LinkCard title="d" href="/d" />',
		"</CardGrid>",
	];

	const rows = [inLines.slice(0, 4).join(""), inLines.slice(4).join(" ")];

	expect(htmlOf(rows.join("\n"))).toBe(htmlOf(inLines.join("\n")));
});

test.each([
	'Text <Card title="a">b</Card>',
	'<Card title="a">b</Card> and text',
])("a box in the middle of a sentence is a problem: %s", (text) => {
	expect(renderer.render("page.md", text, 1).problems).toEqual([
		{
			file: "page.md",
			line: 1,
			message: 'Component "Card" must begin on a line of its own: only the text inside is shown',
		},
	]);
});
