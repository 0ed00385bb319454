import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePageName } from "../../../src/server/content/page-path.ts";
import { parsePage } from "../../../src/server/content/pages/parse-page.ts";
import { parseSiteConfig } from "../../../src/server/content/parse-site-config.ts";
import { createBodyRenderer } from "../../../src/server/content/render-body.ts";
import { SiteConfigError } from "../../../src/server/content/site-config.ts";
import { lengthsOf } from "../../support/lengths.ts";
import { readRows } from "../../support/read-fixture.ts";
import { htmlOfBody } from "./html-of-body.ts";

const { timesAsManyRuns } = lengthsOf("test/server/content/content.fuzz.test.ts");

/** Pieces of syntax: random letters alone would hardly ever meet a rule of the parser. */
const PIECES = readRows<string>("content/pieces.yaml", "pieces");

const markdown = fc
	.array(fc.constantFrom(...PIECES), { maxLength: 60 })
	.map((pieces) => pieces.join(""));

const renderer = createBodyRenderer({
	html: false,
	resolveIcon: () => undefined,
	checkIsland: () => undefined,
});

/** What the renderer may write, attribute by attribute; any other is an author's. */
const ATTRIBUTE =
	/^(?:align|alt|aria-hidden|aria-label|checked|class|data-island|data-props|decoding|disabled|href|id|loading|role|start|tabindex|title|type)$/;

test("whatever a page file holds, it is parsed or refused, and never throws", () => {
	fc.assert(
		fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), markdown.map(bytesOf)), (bytes) => {
			const source = { file: "a.md", bytes: Buffer.from(bytes), modifiedMs: 0, stamp: "" };

			expect(["parsed", "refused"]).toContain(parsePage(source, renderer).kind);
		}),
		{ numRuns: 500 * timesAsManyRuns },
	);
});

test("whatever an author writes, the body holds no element and no attribute of theirs", () => {
	fc.assert(
		fc.property(markdown, (text) => {
			const html = htmlOfBody(renderer.render("a.md", text, 1).body);

			for (const [, tag = "", attributes = ""] of html.matchAll(/<([a-z][^\s>]*)([^>]*)>/gi)) {
				expect(tag.toLowerCase()).not.toMatch(
					/script|style|iframe|object|embed|form|meta|base|link/,
				);
				for (const [, name = ""] of attributes.matchAll(/\s([^\s=]+)(?:="[^"]*")?/g)) {
					expect(name).toMatch(ATTRIBUTE);
				}
			}
		}),
		{ numRuns: 500 * timesAsManyRuns },
	);
});

test("whatever site.yaml holds, it is configuration or a list of problems", () => {
	const keys = fc.constantFrom(
		"name",
		"url",
		"theme",
		"social",
		"routeRules",
		"__proto__",
		"x",
		"&a",
		"*a",
		"<<",
	);
	const line = fc
		.tuple(keys, fc.oneof(fc.json(), fc.string(), fc.constant("*a")))
		.map(([key, value]) => `${key}: ${value}`);
	fc.assert(
		fc.property(
			fc.oneof(
				fc.string(),
				fc.array(line).map((lines) => lines.join("\n")),
			),
			(text) => {
				try {
					parseSiteConfig(text, {});
				} catch (error) {
					expect(error).toBeInstanceOf(SiteConfigError);
				}
			},
		),
		{ numRuns: 500 * timesAsManyRuns },
	);
});

test("whatever a file is called, its path starts with a slash and does not end in one", () => {
	fc.assert(
		fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }), (names) => {
			const file = `${names.map((name) => name.replaceAll("/", "-")).join("/")}.md`;

			expect(parsePageName(file).path).toMatch(/^\/(?:[\s\S]*[^/])?$/);
		}),
	);
});

function bytesOf(text: string): Uint8Array {
	return Buffer.from(text);
}
