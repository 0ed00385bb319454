import fc from "fast-check";
import { expect, test } from "vitest";
import { readFlatYaml } from "../../../src/server/content/flat-yaml.ts";
import { parseAnyYaml } from "../../../src/server/content/yaml-source.ts";

test.each([
	"title: Getting started",
	"title: Getting started\norder: 10\nsidebar_label: Start, again (v7)",
	'title:   Don\'t "do" this!',
	"title: Über Grüße für 日本",
	"nav-order: 0",
])("front matter of plain words is read without the library: %j", (text) => {
	const flat = readFlatYaml(text, 2);

	expect(flat?.value).toEqual(parseAnyYaml("a.md", text, 2).value);
});

test.each([
	"",
	"title:",
	"title: true",
	"draft: Null",
	"null: a",
	"a: b\na: c",
	"a: b # c",
	"a: b: c",
	"a: [b]",
	"a: 'b'",
	"a: 010",
	"a: 1.5",
	"a: 2026-11-21",
	"a: b ",
	"a: b\r",
	"a: b\n  c",
	"a: b\n\n",
	"a: *b",
	"__proto__: a",
	" a: b",
])("what YAML may read in another way is left to the library: %j", (text) => {
	expect(readFlatYaml(text, 2)).toBeUndefined();
});

const KEYS = ["a", "b-c", "title", "x_1", "true", "e", "Yes", "n"];

const PIECES = [
	...[
		"word",
		"a",
		"é",
		"日本",
		"true",
		"null",
		"inf",
		"nan",
		"e5",
		"x",
		"Off",
		"yes",
		"0",
		"7",
		"12",
	],
	...[
		" ",
		"  ",
		".",
		",",
		"-",
		"---",
		"...",
		"'",
		'"',
		"(",
		")",
		"/",
		"=",
		";",
		"!",
		"?",
		"+",
		"_",
	],
];

const SIGNS = [
	...[
		":",
		"#",
		"&",
		"*",
		"%",
		"@",
		"`",
		"|",
		">",
		"{",
		"[",
		"]",
		"~",
		"\t",
		"\\",
		"\u00a0",
		"\u2028",
	],
];

const line = fc
	.tuple(
		fc.constantFrom(...KEYS),
		fc.constantFrom(" ", "  "),
		fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 }),
		fc.option(fc.constantFrom(...SIGNS), { freq: 8, nil: "" }),
	)
	.map(([key, space, pieces, sign]) => `${key}:${space}${pieces.join("")}${sign}`);

test("whatever is read without the library has the same value and the same places", () => {
	fc.assert(
		fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
			const text = lines.join("\n");
			const flat = readFlatYaml(text, 2);
			fc.pre(flat !== undefined);
			const whole = parseAnyYaml("a.md", text, 2);

			expect([flat.value, flat.problems]).toEqual([whole.value, whole.problems]);
			for (const path of [["a"], ["b-c"], ["absent"], ["a", "b"], []]) {
				expect(flat.positionOf(path)).toEqual(whole.positionOf(path));
				expect(flat.positionOfKey(path)).toEqual(whole.positionOfKey(path));
			}
		}),
		{ numRuns: 1000, maxSkipsPerRun: 100 },
	);
});
