import { expect, test } from "vitest";
import { createSearchSite } from "../support/search-site.ts";

/** How a page can be hidden, and whether its own address shows it all the same. */
const KINDS = [
	["draft", "draft: true", false],
	["later", "publishAt: 2999-01-01", false],
	["over", "expiresAt: 2001-01-01", false],
	["broken", "draft: perhaps", false],
	["guarded", "middleware: preview", false],
	["flagged", "flag: beta", false],
	["unlisted", "unlisted: true", true],
	["aside", "hidden: true", true],
	["unnamed", "navigation: false", true],
	["unindexed", "robots: noindex", true],
	["elsewhere", "redirect: /open", false],
] as const;

const MARKDOWN = "text/markdown";

const FOLDER = "hidden";

const FILES = {
	"site.yaml": "name: Tea\n",
	"pages/index.md": "# Welcome\n",
	"pages/open.md": "# Open\n\n:::flag{beta}\nzebra\n:::\n\n::flag{beta}\nzebra\n::\n",
	...Object.fromEntries(
		KINDS.map(([name, line]) => [
			`pages/${FOLDER}/${name}.md`,
			`---\n${line}\ndescription: zebra\n---\n# Zebra ${name}\n\nzebra\n`,
		]),
	),
};

const LISTS = [
	"/sitemap.xml",
	"/sitemap-1.xml",
	"/robots.txt",
	"/llms.txt",
	"/llms-full.txt",
	"/feed.xml",
	`/${FOLDER}/feed.xml`,
	"/open.md",
	...["zebra", "zebr", "zebar", "%22zebra%20draft%22", "unlisted", "later"].flatMap((text) => [
		`/api/search?q=${text}`,
		`/search?q=${text}`,
		`/search/_payload.json?x&q=${text}`,
	]),
	"/nowhere",
	`/${FOLDER}/drafd`,
];

test("no list, no search and no tool names or shows a page that is not for every visitor", async () => {
	const { service } = await createSearchSite(FILES, {
		environment: { SITE_URL: "https://example.org" },
	});
	const calls = [
		["search", { query: "zebra" }],
		["list_pages", {}],
		["list_pages", { folder: `/${FOLDER}` }],
		...KINDS.map(([name]) => ["read_page", { path: `/${FOLDER}/${name}` }] as const),
	] as const;

	const answers = await Promise.all([
		...LISTS.map((url) => service.inject(url)),
		...calls.map(([name, words]) =>
			service.inject({
				method: "POST",
				url: "/mcp",
				payload: {
					jsonrpc: "2.0",
					id: 1,
					method: "tools/call",
					params: { name, arguments: words },
				},
			}),
		),
	]);

	const named = KINDS.map(([name]) => `/${FOLDER}/${name}\\b`).join("|");
	for (const [index, { body }] of answers.entries()) {
		// For readers, navigation names pages that search engines are to leave out.
		const said = body
			.replaceAll(/<header[\s\S]*?<\/header>|<script[\s\S]*?<\/script>|"navigation":.*$/g, "")
			.replaceAll(
				/“[^”]*”|value=\\?"[^"\\]*|<h1>.*?<\/h1>|q=[^"&]*|"data":{"text":"(?:[^"\\]|\\.)*/g,
				"",
			);
		expect.soft([index, said.match(/zebra/i)?.[0]]).toEqual([index, undefined]);
		expect.soft([index, new RegExp(named).exec(said)?.[0]]).toEqual([index, undefined]);
	}
});

test.for(KINDS)("a page that is %s is no Markdown unless its address shows it", async ([
	name,
	,
	isShown,
]) => {
	const { service } = await createSearchSite(FILES);
	const url = `/${FOLDER}/${name}`;

	const answers = await Promise.all([
		service.inject(`${url}.md`),
		service.inject({ url, headers: { accept: "text/markdown" } }),
	]);

	const isMarkdown = answers.map(({ headers }) => headers["content-type"]?.startsWith(MARKDOWN));
	expect(isMarkdown.map((is) => is === true)).toEqual([isShown, isShown]);
});

test("what stands above a page names none that is not for every visitor", async () => {
	const files = Object.fromEntries(
		KINDS.flatMap(([name, line]) => [
			[`pages/${name}/index.md`, `---\n${line}\n---\n# Zebra ${name}\n`],
			[`pages/${name}/open.md`, `# Open below ${name}\n`],
		]),
	);
	const { service } = await createSearchSite(
		{
			...files,
			"site.yaml": "breadcrumbs: true\n",
			"pages/index.md": "# Welcome\n",
			"pages/open.md": "# Open\n",
		},
		{ environment: { SITE_URL: "https://example.org" } },
	);

	for (const [name] of KINDS) {
		const { body } = await service.inject(`/${name}/open`);
		const [, json = ""] = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(body) ?? [];
		expect.soft(json, name).toContain(`Open below ${name}`);
		expect.soft(json, name).not.toMatch(/zebra/i);
		const [, breadcrumbs = ""] = /<nav class="breadcrumbs"(.+?)<\/nav>/.exec(body) ?? [];
		expect.soft(breadcrumbs, name).toContain("Home");
		// Readers may be led where search engines are not, as navigation does.
		expect.soft(/zebra/i.test(breadcrumbs), name).toBe(name === "unindexed");
	}
});
