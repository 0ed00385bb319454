import { expect, test } from "vitest";
import { createBodyRenderer } from "../../../../../src/server/content/render-body.ts";
import { htmlOfBody } from "../../html-of-body.ts";

test("a formula in a line is MathML, without a style and without its source", () => {
	const html = htmlOf("The area is $\\pi r^2$, and $$\\color{red}{x}$$.");

	expect(html).toContain("<math");
	expect(html).toContain("<mi>π</mi>");
	expect(html).toContain('<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">');
	expect(html).not.toMatch(/style=|annotation|\$/);
});

test.each([
	["$$\na^2 \\\\\n+ b^2\n$$", "as lines"],
	["$$ a^2 $$", "as one line"],
	["\\[\na^2\n\\]", "between brackets"],
	["```math\na^2\n```", "as a code block"],
])("%j is a formula of its own (%s)", (text) => {
	expect(htmlOf(text)).toMatch(/^<div class="math" tabindex="0"><math.*display="block"/);
});

test.each([
	"It costs $5 and $10.",
	"From $5/$10 to $20-$30.",
	"$HOME and $PATH",
	"$HOME/$USER",
	"US$5-US$6",
	"a $ b $ c",
	"\\$x$",
	"`$x$`",
	"$5 for one, or 10$.",
	"$$",
	"\\[a\\]",
	"\\[\na\n\nb\n\\]",
])("%j stays as it is", (text) => {
	expect(htmlOf(text)).not.toContain("<math");
});

test("what is no TeX is shown as text, with a problem", () => {
	const { body, problems } = render("a\n\n$\\frac{1$");

	expect(htmlOfBody(body)).toContain("<code>\\frac{1</code>");
	expect(problems).toEqual([
		{ file: "a.md", line: 3, message: "A formula is shown as text: it is no TeX that KaTeX knows" },
	]);
});

test("a page that means harm with formulas is read like any other", () => {
	const bomb = "$\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\a\\a}\\a$";

	expect(htmlOf(bomb)).toContain("<code>");
	expect(htmlOf("$x $".repeat(20_000))).toContain("$x");
	expect(htmlOf("$$\n".repeat(20_001)).length).toBeGreaterThan(0);
});

function render(text: string) {
	const renderer = createBodyRenderer({
		html: false,
		resolveIcon: () => undefined,
		checkIsland: () => undefined,
	});
	return renderer.render("a.md", text, 1);
}

function htmlOf(text: string): string {
	return htmlOfBody(render(text).body);
}
