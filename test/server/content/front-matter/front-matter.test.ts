import { expect, onTestFinished, test, vi } from "vitest";
import {
	type FrontMatterReading,
	readFrontMatter,
} from "../../../../src/server/content/front-matter/front-matter.ts";

test("all keys of a page are read", () => {
	const { frontMatter, problems } = read(
		"title: Install",
		"description: How to",
		"colorMode: dark",
		"layout: default",
		"middleware: [auth, log]",
		"navigation: {title: Setup, icon: 'lucide:rocket', order: 3}",
		"draft: true",
		"publishAt: 2026-11-20",
		"expiresAt: 2026-11-21T09:00:00Z",
		"robots: noindex",
		"image: ./cover.png",
		"redirect: /other",
	);

	expect(problems).toEqual([]);
	expect(frontMatter).toEqual({
		title: "Install",
		description: "How to",
		colorMode: "dark",
		layout: "default",
		middleware: ["auth", "log"],
		navigation: { title: "Setup", icon: "lucide:rocket", order: 3 },
		draft: true,
		publishAt: Date.UTC(2026, 10, 20),
		expiresAt: Date.UTC(2026, 10, 21, 9),
		robots: "noindex",
		image: "./cover.png",
		redirect: "/other",
	});
});

test("a template in the place of a value is a problem of its file, and nothing goes to standard error", () => {
	const emit = vi.spyOn(process, "emitWarning");
	onTestFinished(() => emit.mockRestore());

	const { problems } = read('title: {{ replace .Name "-" " " }}');

	expect(problems).not.toEqual([]);
	expect(emit).not.toHaveBeenCalled();
});

test.each([
	["permalink: /about/", { slug: "/about" }],
	["permalink: /about.html", { slug: "/about" }],
	["url: /docs/index.html", { slug: "/docs" }],
	["aliases: [/old/, older]", { formerPaths: ["/old/", "older"] }],
	["redirect_from: /old.html", { formerPaths: ["/old.html"] }],
	["title: 404", { title: "404" }],
	["title: true", { title: "true" }],
	["title: 2026-11-20", { title: "2026-11-20" }],
	["title:", expect.not.objectContaining({ title: expect.anything() })],
	["publishAt: 2026-11-20", { publishAt: Date.parse("2026-11-20T00:00:00Z") }],
	["publishAt: 2026-11-20T09:00", { publishAt: Date.parse("2026-11-20T09:00:00Z") }],
	["publishAt: 2026-11-20 09:00:30", { publishAt: Date.parse("2026-11-20T09:00:30Z") }],
	["publishAt: 2026-11-20T09:00+02:00", { publishAt: Date.parse("2026-11-20T07:00:00Z") }],
	["middleware: auth", { middleware: ["auth"] }],
	["sidebar_position: 4", { navigation: { order: 4 } }],
	["weight: 4", { navigation: { order: 4 } }],
	["nav_order: 4", { navigation: { order: 4 } }],
	["sidebar_label: Short", { navigation: { title: "Short" } }],
	["linkTitle: Short", { navigation: { title: "Short" } }],
	["order: 7", { navigation: { order: 7 } }],
	["hidden: true", { navigation: false }],
	["navigation: false", { navigation: false }],
	["navigation: true", { navigation: {} }],
])("%s is understood, as other generators mean it", (line, expected) => {
	expect(read(line)).toMatchObject({ frontMatter: expected, problems: [] });
});

test("an address made of placeholders is a problem, and the page keeps its own", () => {
	const { frontMatter, problems } = read("permalink: /:year/:title/");

	expect(frontMatter.slug).toBeUndefined();
	expect(problems).toHaveLength(1);
});

test("a page without front matter has the defaults", () => {
	const { frontMatter, body, bodyLine } = readFrontMatter("a.md", "# Hello\n");

	expect(frontMatter).toEqual({ layout: "default", middleware: [], navigation: {}, draft: false });
	expect({ body, bodyLine }).toEqual({ body: "# Hello\n", bodyLine: 1 });
});

test.each([
	["a byte order mark", "\uFEFF---\ntitle: T\n---\nBody\n", 4],
	["CRLF", "---\r\ntitle: T\r\n---\r\nBody\r\n", 4],
	["an end of dots", "---\ntitle: T\n...\nBody\n", 4],
	["spaces after the dashes", "---  \ntitle: T\n---\t\nBody\n", 4],
	["blank lines", "---\n\ntitle: T\n\n---\nBody\n", 6],
])("front matter is recognized with %s", (_case, text, bodyLine) => {
	const reading = readFrontMatter("a.md", text);

	expect(reading.frontMatter.title).toBe("T");
	expect(reading.body.trim()).toBe("Body");
	expect(reading.bodyLine).toBe(bodyLine);
});

test.each([
	["an empty block is front matter without keys", "---\n---\nBody", { body: "Body" }],
	["a rule across the page is not front matter", "---\n\nText\n", { bodyLine: 1 }],
])("%s", (_what, text, expected) => {
	expect(readFrontMatter("a.md", text)).toMatchObject({ ...expected, problems: [] });
});

test("front matter that never ends is a problem", () => {
	const message = "Front matter must end with a line of three dashes";

	expect(readFrontMatter("a.md", "---\ntitle: T\n").problems).toEqual([
		{ file: "a.md", line: 1, column: 1, message },
	]);
});

test("an unknown key is a problem with its line, and the page stands", () => {
	const { frontMatter, problems } = read("title: T", "unstable: true", "tilte: x");

	expect(frontMatter.title).toBe("T");
	expect(problems).toEqual([
		{ file: "a.md", line: 3, column: 1, message: 'Key "unstable" is not known' },
		{
			file: "a.md",
			line: 4,
			column: 1,
			message: 'Key "tilte" is not known: did you mean "title"?',
		},
	]);
});

test("own keys are below data, as plain values", () => {
	const { frontMatter, problems } = read(
		"data:",
		"  price: 4.5",
		"  from: 2026-11-28",
		"  sizes: [s, {wide: true}]",
	);

	expect(problems).toEqual([]);
	expect(frontMatter.data).toEqual({
		price: 4.5,
		from: "2026-11-28",
		sizes: ["s", { wide: true }],
	});
});

test("data that aliases make too long is a problem", () => {
	const { frontMatter, problems } = read(
		`text: &it ${"x".repeat(7000)}`,
		`data: { all: [${Array.from({ length: 10 }, () => "*it").join()}] }`,
	);

	expect(frontMatter.data).toBeUndefined();
	expect(problems.at(-1)?.message).toMatch(/^"data" must have at most 65536 characters as JSON/);
});

test.each([
	["colorMode: system", '"colorMode" must be "light" or "dark": current value is "system"'],
	["draft: maybe", '"draft" must be true or false: current value is "maybe"'],
	[
		"publishAt: soon",
		'"publishAt" must be a date, such as 2026-11-20 or 2026-11-20T09:00:00Z: current value is "soon"',
	],
	["navigation: {order: first}", /^"navigation/],
	[
		"navigation: sure",
		'"navigation" must be false, or a map of title, icon and order: current value is "sure"',
	],
	[
		"middleware: {a: b}",
		'"middleware" must be a name or a list of names: current value is {"a":"b"}',
	],
	["title: [a]", '"title" must be text: current value is ["a"]'],
	["sidebar_position: first", '"sidebar_position" must be a number: current value is "first"'],
])("a bad value is a problem and left out: %s", (line, message) => {
	const { frontMatter, problems } = read("description: stays", line);

	expect(frontMatter.description).toBe("stays");
	expect(problems).toEqual([
		expect.objectContaining({
			line: 3,
			message: typeof message === "string" ? message : expect.stringMatching(message),
		}),
	]);
});

const NO_DATES = ["1", "2026", "2026-13-01", "20.11.2026", "Nov 20", "2026-11-20T25:00"];

test.each(NO_DATES)("%s is no date", (written) => {
	expect(read(`publishAt: ${written}`).problems[0]?.message).toMatch(/^"publishAt" must be a date/);
});

/** Eight levels of nine aliases each. */
const BOMB = Array.from({ length: 9 }, (_, level) => {
	return `k${level}: &k${level} [${(level === 0 ? "x, " : `*k${level - 1}, `).repeat(9)}]`;
}).join("\n");

test.each([
	["title: 'open", /^Must be valid YAML/],
	["- a list", /^Front matter must be a map/],
	["tags: &a [*a]", /^Must not contain a value that contains itself through an alias/],
	[BOMB, /^Must not expand so many aliases/],
	[`x: ${"y".repeat(70_000)}`, /^Front matter must not be longer/],
])("front matter that cannot be read is one problem, and the body stands: %.20s", (line, message) => {
	const { body, problems } = read(line);

	expect(body).toBe("Body\n");
	expect(problems).toEqual([
		expect.objectContaining({ file: "a.md", message: expect.stringMatching(message) }),
	]);
});

test.each([
	["draft: maybe", true],
	["publishAt: next week", true],
	["expiresAt: [2026-11-20]", true],
	["middleware: {a: b}", true],
	["title: 'open", true],
	["title: a: b", true],
	["- a list", true],
	["tags: &a [*a]", true],
	["colorMode: system", false],
	["unknown: x", false],
	["draft:", false],
	["draft: false", false],
	["navigation: 5", false],
])("a page counts as a draft where its visibility cannot be read: %s, %s", (line, draft) => {
	const { frontMatter, isUnderstood } = read(line);

	expect({ draft: frontMatter.draft, isUnderstood }).toEqual({ draft, isUnderstood: !draft });
});

test("keys of the prototype are keys like others", () => {
	const { frontMatter, problems } = read("__proto__: {draft: true}", "constructor: x");

	expect(frontMatter.draft).toBe(false);
	expect(problems).toHaveLength(2);
});

function read(...lines: string[]): FrontMatterReading {
	return readFrontMatter("a.md", ["---", ...lines, "---", "Body", ""].join("\n"));
}
