import { expect, test } from "vitest";
import { sanitizeSvg } from "../../../src/server/icons/sanitize-svg.ts";
import { cpuMs } from "../../support/cpu-ms.ts";
import { readFixture } from "../../support/read-fixture.ts";

test("a drawing keeps its shapes, its paint and its size", () => {
	const text = `<?xml version="1.0"?><!-- Drawn by hand -->
		<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" fill="none">
			<path d="M1 2L3 4" stroke="currentColor"/>
		</svg>`;

	const svg = sanitizeSvg(text, "site-logo-");

	expect(svg?.icon).toEqual({
		left: 0,
		top: 0,
		width: 20,
		height: 10,
		body: '<g fill="none"><path d="M1 2L3 4" stroke="currentColor"/></g>',
	});
	expect(svg?.removed).toEqual([]);
});

test.each([
	[
		"a drawing without viewBox has the size of its width and height",
		'<svg width="16px" height="8"><path d="M0 0"/></svg>',
		{ icon: { width: 16, height: 8 } },
	],
	[
		"paint that is written as a style becomes attributes",
		'<svg viewBox="0 0 1 1"><path style="fill:#f00; stroke : none;-inkscape-x:1" d="M0 0"/></svg>',
		{ icon: { body: '<path fill="#f00" stroke="none" d="M0 0"/>' }, removed: ["-inkscape-x"] },
	],
	[
		"handlers on the root are gone with the root",
		'<svg viewBox="0 0 1 1" onload="alert(1)"><path d="M0 0"/></svg>',
		{ icon: { body: '<path d="M0 0"/>' } },
	],
])("%s", (_what, text, expected) => {
	expect(sanitizeSvg(text, "")).toMatchObject(expected);
});

test("references between shapes keep working under ids of their own", () => {
	const svg = sanitizeSvg(
		`<svg viewBox="0 0 1 1"><defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs>
		<path fill="url(#a)" d="M0 0"/><use xlink:href="#a"/></svg>`,
		"site-logo-",
	);

	expect(svg?.icon.body).toContain('<linearGradient id="site-logo-a">');
	expect(svg?.icon.body).toContain('fill="url(#site-logo-a)"');
	expect(svg?.icon.body).toContain('<use href="#site-logo-a"/>');
});

const ATTACKS: Readonly<Record<string, string>> = readFixture<string>("hostile/svg.yaml");

test.each(Object.entries(ATTACKS))("%s is inert", (_name, attack) => {
	const svg = sanitizeSvg(`<svg viewBox="0 0 1 1">${attack}<path d="M9 9"/></svg>`, "");

	expect(svg?.icon.body).toContain('d="M9 9"');
	expect(svg?.icon.body).not.toMatch(/evil|script|foreign|<img|<a|<style|feImage|data:/i);
	expect(svg?.icon.body).not.toMatch(/\son\w+="/i);
});

test.each([
	["no SVG", "<html><svg viewBox='0 0 1 1'/></html>"],
	["two roots", "<svg viewBox='0 0 1 1'/><svg viewBox='0 0 1 1'/>"],
	["an open element", "<svg viewBox='0 0 1 1'><g></svg>"],
	["a wrong order of ends", "<svg viewBox='0 0 1 1'><g><path></g></path></svg>"],
	["an unquoted attribute", "<svg viewBox='0 0 1 1'><path d=M0/></svg>"],
	["a doubled attribute", "<svg viewBox='0 0 1 1'><path d='a' d='b'/></svg>"],
	["an entity of its own", "<!DOCTYPE svg [<!ENTITY x 'y'>]><svg viewBox='0 0 1 1' fill='&x;'/>"],
	["an open comment", "<svg viewBox='0 0 1 1'><!-- </svg>"],
	["no size", "<svg><path d='M0 0'/></svg>"],
	["a size of nothing", "<svg viewBox='0 0 0 0'/>"],
	["a size that is no number", "<svg viewBox='0 0 1 x'/>"],
	["no text", ""],
	["a hundred levels", `<svg viewBox='0 0 1 1'>${"<g>".repeat(100)}${"</g>".repeat(100)}</svg>`],
])("a file with %s is refused as a whole", (_name, text) => {
	expect(sanitizeSvg(text, "")).toBeUndefined();
});

test.each([
	["a name without end", `<svg viewBox='0 0 1 1'><${"a".repeat(60_000)}`],
	["comments without end", "<!--".repeat(15_000)],
	["attributes without end", `<svg ${"a='b' ".repeat(10_000)}`],
	["quotes without end", `<svg a=${"'\"".repeat(30_000)}`],
])("%s costs no more than its length", async (_name, text) => {
	expect(await cpuMs(() => sanitizeSvg(text, ""))).toBeLessThan(500);
});
