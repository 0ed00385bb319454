import fc from "fast-check";
import MarkdownParser from "markdown-it";
import { expect, test } from "vitest";
import { plainTargets } from "../../../src/server/content/markdown/plain-targets.ts";

const PIECES = [
	...["https://", "http://", "HTTP://", "mailto:", "//", "/", "?", "#", "..", "./", "=", "&", "~"],
	...[
		"a.b",
		"example.org",
		"xn--a",
		"localhost",
		"README.md",
		"9",
		".",
		"-",
		"_",
		"A",
		"é",
		"%20",
		"%",
	],
	...[" ", ":", "@", "[", "]", "(", "|", "\\", "a".repeat(70)],
];

test("addresses come out as if each was taken apart", () => {
	const whole = new MarkdownParser();
	const quick = new MarkdownParser().use(plainTargets);
	const address = fc
		.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 7 })
		.map((pieces) => pieces.join(""));

	fc.assert(
		fc.property(address, (target) => {
			expect(quick.normalizeLink(target)).toBe(whole.normalizeLink(target));
		}),
		{ numRuns: 20_000 },
	);
});
