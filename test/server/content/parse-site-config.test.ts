import { expect, test } from "vitest";
import { listSettings } from "../../../src/platform/settings/setting.ts";
import { SITE_FILE_SETTINGS } from "../../../src/platform/settings/site-file-settings.ts";
import { parseSiteConfig } from "../../../src/server/content/parse-site-config.ts";
import type { Problem } from "../../../src/server/content/problem.ts";
import { SiteConfigError } from "../../../src/server/content/site-config.ts";
import { readFixture } from "../../support/read-fixture.ts";

const SAMPLES = readFixture<unknown>("site-config/samples.yaml");

test("without a file every value has its default", () => {
	const config = parseSiteConfig("", {});

	expect(config.public).toMatchObject({
		name: "Loggia",
		url: undefined,
		basePath: "",
		locale: "en",
		titleSeparator: "|",
		theme: { primary: "green", gray: "cool" },
		colorMode: { storage: "localStorage" },
		social: [],
		icons: { publicFallback: true },
		http: { baseUrl: "" },
		analytics: { key: "", host: "/ingest", honorDoNotTrack: true },
	});
	expect(config).toMatchObject({ markdown: { html: false }, routeRules: [] });
});

test("a theme of unknown colors is a problem, and the defaults are shown", () => {
	const config = parseSiteConfig("theme:\n  primary: sepia\n  gray: stone\n", {
		THEME_GRAY: "beige",
	});

	expect(config.public.theme).toEqual({ primary: "green", gray: "cool" });
	expect(config.problems).toEqual([
		{
			file: "site.yaml",
			line: 2,
			column: 12,
			message: expect.stringMatching(/^"theme.primary" must be one of red, .*is "sepia"$/),
		},
		{
			file: "environment",
			message: expect.stringMatching(/^THEME_GRAY must be one of cool, .*is "beige"$/),
		},
	]);
});

test.each([
	...["Stone", "red", "__proto__", "constructor", ""],
	...[7, null, ["stone"]],
])("the gray %j is a problem, and the default is shown", (gray) => {
	const config = parseSiteConfig(JSON.stringify({ theme: { primary: "orange", gray } }), {});

	expect(config.public.theme).toEqual({ primary: "orange", gray: "cool" });
	expect(config.problems).toHaveLength(1);
});

test("a mistake in the look leaves that one out, and the site stands", () => {
	const config = parseSiteConfig(
		[
			"name: Garden",
			"logo: images/logo.svg",
			"head:",
			"  - script: { src: /a.js }",
			"  - meta: { name: author, content: Ada }",
			"banner: { text: News }",
			"theme:",
			"  primary: '#ffee00'",
			"  colors:",
			"    muted: '#777'",
		].join("\n"),
		{},
	);

	expect(config.public.name).toBe("Garden");
	expect(config.look.look.head).toEqual([]);
	expect(config.public.look).toMatchObject({ logo: undefined, banner: { text: "News" } });
	expect(config.look.sheet?.css).toContain("--color-primary: light-dark(#ffee00, #ffee00)");
	expect(config.problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
		expect.stringMatching(/^2 "logo" must be the path of a file/),
		expect.stringMatching(/^4 "head.0" must be a map of meta .*no place here/),
		'8 "theme.primary" must have a contrast of 4.5 to the background in light mode: that of #ffee00 is 1.20',
		'10 "theme.colors.muted" must have a contrast of 4.5 to the background in light mode: that of #777 is 4.48',
		'10 "theme.colors.muted" must have a contrast of 4.5 to the background in dark mode: that of #777 is 4.41',
	]);
});

test.each([
	["name: 'open", "a quote that never ends"],
	["name: a\nname: b", "a key that is there twice"],
	["a: b: c", "two colons"],
	["\tname: x", "a tab"],
])("broken YAML is a problem with its place: %s", (text) => {
	const [problem] = problemsOf(text);

	expect(problem).toMatchObject({ file: "site.yaml", line: expect.any(Number) });
	expect(problem?.message).toMatch(/^Must be valid YAML: /);
});

/** Nine levels of nine aliases each. */
const BOMB = Array.from({ length: 9 }, (_, level) =>
	level === 0 ? "l0: &l0 [x, x, x]" : `l${level}: &l${level} [${`*l${level - 1},`.repeat(9)}]`,
).join("\n");

const HOLDS_ITSELF = /^Must not contain a value that contains itself through an alias$/;

type Refusal = readonly [text: string, sentence: RegExp];

const REFUSED: readonly Refusal[] = [
	["nmae: x", /^Key "nmae" is not known: did you mean "name"\?$/],
	["theme: {primray: red}", /^Key "theme.primray" is not known: did you mean "primary"\?$/],
	["banana: x", /^Key "banana" is not known$/],
	["__proto__: {a: 1}", /^Key "__proto__" is not known$/],
	[BOMB, /^Must not expand so many aliases$/],
	["site: &a [*a]", HOLDS_ITSELF],
	["a: &a { b: { c: *a } }", HOLDS_ITSELF],
	["- a\n- b", /^The file must be a map of keys and values/],
	...[
		"ftp://example.org",
		"example.org",
		"https://a:b@example.org",
		"https://example.org/?a=b",
	].map((url): Refusal => [`url: "${url}"`, /^"url" must be a URL/]),
	...["javascript:alert(1)", "//evil.example", "/\\\\evil.example", "data:text/html,x"].map(
		(url): Refusal => [
			`social: {links: [{label: x, url: "${url}"}]}`,
			/^"social.links.0.url" must be a path/,
		],
	),
	["name: [a]", /^"name" must be text: current value is \["a"\]$/],
	[
		"colorMode: {storage: cookie}",
		/^"colorMode.storage" must be "localStorage" or "sessionStorage": current value is "cookie"$/,
	],
	["theme: {primary: 3}", /^"theme.primary" must be one of red, .*, a value such as/],
	["analytics: {key: 3}", /^"analytics.key" must be at most 64 letters/],
	["http: {baseUrl: 3}", /^"http.baseUrl" must be text, in quotes/],
	["header: {links: [{label: x, links: []}]}", /^"header.links.0.links" must not be empty/],
	[
		"analytics: {measure: 'links,clicks'}",
		/^"analytics.measure.1" must be one of .* is "links,clicks"$/,
	],
	["versions: [{name: v1, label: 1.9}]", /^"versions.0.label" must be text, in quotes: .* is 1.9$/],
	["locale: english", /^"locale" must be a language tag such as en or pt-BR/],
	[
		"locales: [{code: en, label: a}, {code: EN, label: b}]",
		/^"locales" must not have a code twice/,
	],
	[
		"versions: [{name: v1, label: a}, {name: v1, label: b}]",
		/^"versions" must not have a name twice/,
	],
	["versions: [{name: .., label: a}]", /^"versions.0.name" must be the name of a folder/],
	["words: {search: x}", /^Key "words.search" is not known: did you mean "Search"\?$/],
	[
		"locales: [{code: en, label: a, words: {Serach: x}}]",
		/^Key "locales.0.words.Serach" is not known/,
	],
];

test.each(REFUSED)("what is wrong is named by a sentence: %.80s", (text, sentence) => {
	const [problem, ...more] = allProblemsOf(text);

	expect(problem).toMatchObject({ line: 1, message: expect.stringMatching(sentence) });
	expect(more).toEqual([]);
});

test("endless nesting is a problem, not a crash", () => {
	expect(problemsOf(`name: ${"[".repeat(50_000)}`).length).toBeGreaterThan(0);
});

test("the path of the url stands in for the base path", () => {
	const config = parseSiteConfig("url: https://example.org/docs/", {});

	expect(config.public).toMatchObject({ url: "https://example.org", basePath: "/docs" });
});

test("a base path that the url contradicts is a problem of the url", () => {
	expect(problemsOf("url: https://example.org/docs\nbasePath: /help")).toEqual([
		{
			file: "site.yaml",
			line: 1,
			column: 6,
			message:
				'"url" must have no path, or the base path "/help": current value is "https://example.org/docs"',
		},
	]);
});

test.each([
	["/", ""],
	["/docs", "/docs"],
	["/docs/", "/docs"],
	["/a/b.c", "/a/b.c"],
])("the base path %s is read as %j", (written, basePath) => {
	expect(parseSiteConfig("", { BASE_PATH: written }).public.basePath).toBe(basePath);
});

const NO_BASE_PATHS = ["docs", "//evil.example", "/a//b", "/..", "/a b", "/a?b", "/\\evil"];

test.each(NO_BASE_PATHS)("the base path %s is refused by the name of its variable", (written) => {
	expect(problemsOf("", { BASE_PATH: written })).toEqual([
		{
			file: "environment",
			message: `BASE_PATH must start with a slash and consist of letters, digits and - . _ ~: current value is "${written}"`,
		},
	]);
});

test("variables win over the file, and blank ones do not", () => {
	const config = parseSiteConfig("name: From the file\nanalytics: {key: file, host: /in}", {
		SITE_NAME: "From outside",
		SITE_URL: "https://example.org",
		POSTHOG_KEY: "phc_1",
		POSTHOG_HOST: " ",
		ICONS_PUBLIC_FALLBACK: "no",
	});

	expect(config.public).toMatchObject({ name: "From outside", url: "https://example.org" });
	expect(config.public.analytics).toMatchObject({ key: "phc_1", host: "/in" });
	expect(config.public.icons.publicFallback).toBe(false);
});

test.each([
	["", {}, ""],
	["", { ANALYTICS_UPSTREAM: "http://127.0.0.1:8000" }, "phc_loggia"],
	["", { ANALYTICS_UPSTREAM: "http://127.0.0.1:8000", POSTHOG_KEY: "phc_1" }, "phc_1"],
	['analytics: {key: ""}', { ANALYTICS_UPSTREAM: "http://127.0.0.1:8000" }, ""],
	["analytics: {host: https://x.example}", { ANALYTICS_UPSTREAM: "http://127.0.0.1:8000" }, ""],
])("with %j and %j the project key is %j", (file, environment, key) => {
	expect(parseSiteConfig(file, environment).public.analytics.key).toBe(key);
});

test("route rules are kept as they were written, each with its line", () => {
	const { routeRules } = parseSiteConfig(
		["routeRules:", "  /old:", "    redirect: /new", "  /api/**: {headers: {x-a: b}}"].join("\n"),
		{},
	);

	expect(routeRules).toEqual([
		{ pattern: "/old", rule: { redirect: "/new" }, file: "site.yaml", line: 2 },
		{ pattern: "/api/**", rule: { headers: { "x-a": "b" } }, file: "site.yaml", line: 4 },
	]);
});

test("links of the site gain the base path, those to other sites stay", () => {
	const text = [
		"social:",
		"  image: /cover.png",
		"  twitter: {site: '@example'}",
		"  links:",
		"    - {label: Source, url: https://example.org/x, icon: lucide:code}",
		"    - {label: Feed, url: /feed.xml}",
	].join("\n");

	const config = parseSiteConfig(text, { BASE_PATH: "/docs" });

	expect(config.public).toMatchObject({
		image: "/docs/cover.png",
		twitter: { site: "@example" },
		social: [{ url: "https://example.org/x" }, { url: "/docs/feed.xml" }],
	});
});

test.each(
	listSettings(SITE_FILE_SETTINGS),
)("$name reaches visitors only if it is public", (setting) => {
	const [key = "", ...rest] = setting.name.split(".");
	const sample = SAMPLES[setting.name] ?? "sample";

	const config = parseSiteConfig(JSON.stringify({ [key]: nest(rest, sample) }), {});

	const isShown = JSON.stringify(config.public) !== JSON.stringify(parseSiteConfig("", {}).public);
	expect(isShown).toBe(setting.isPublic === true);
});

function nest(names: readonly string[], leaf: unknown): unknown {
	return names.reduceRight<unknown>((value, name) => ({ [name]: value }), leaf);
}

/** Of what is refused. */
function problemsOf(text: string, environment: Record<string, string> = {}): readonly Problem[] {
	expect(() => parseSiteConfig(text, environment)).toThrow(SiteConfigError);
	return allProblemsOf(text, environment);
}

/** Also those that refuse nothing. */
function allProblemsOf(text: string, environment: Record<string, string> = {}): readonly Problem[] {
	try {
		return parseSiteConfig(text, environment).problems;
	} catch (error) {
		if (error instanceof SiteConfigError) return error.problems;
		throw error;
	}
}
