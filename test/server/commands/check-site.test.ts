import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Log } from "sarif";
import { expect, test } from "vitest";
import { checkExternalLinks, checkSite } from "../../../src/server/commands/check-site.ts";
import { type Page, packBody } from "../../../src/server/content/pages/page.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";

const entry = pathToFileURL(
	join(import.meta.dirname, "../../../dist/server/content-worker/content-thread.js"),
);

const OPTIONS = { entry, environment: {} };

const MAIN = join(import.meta.dirname, "../../../dist/server/main.js");

test("every problem of a folder is listed, equal ones together, the most frequent first", async () => {
	const pages = Array.from({ length: 1200 }, (_, index) => [
		`p${index}.md`,
		`---\nbreadth: ${index}\n---\n# Page ${index}\n`,
	]);
	const folder = await writeSiteFolder({
		...Object.fromEntries(pages),
		"index.md": "[a](nope.md) [b](nowhere.md)\n",
	});

	const { report, problemCount } = await checkSite([folder], OPTIONS);

	expect(problemCount).toBe(1202);
	expect(report).toMatch(/^1202 problems\n\n1200 × Key "breadth" is not known\n {2}p0\.md:2:1: /);
	expect(report).toContain(
		'2 × Link "…" leads to no page and no file\n  index.md:1: Link "nope.md"',
	);
	expect(report.split("\n").filter((line) => line.includes('Key "breadth"'))).toHaveLength(1201);
});

test("a folder without problems says so, and one that cannot be served is refused", async () => {
	const good = await writeSiteFolder({ "index.md": "# Home\n" });
	const bad = await writeSiteFolder({ "site.yaml": "name: [\n" });

	await expect(checkSite([good], OPTIONS)).resolves.toEqual({
		report: "No problems",
		problemCount: 0,
	});
	await expect(checkSite([bad], OPTIONS)).rejects.toThrow("Must be valid YAML");
});

test("links around the pages are checked, and what the server writes itself is there", async () => {
	const own = ["/feed.xml", "/guide/feed.xml", "/sitemap.xml", "/llms.txt", "/search?q=a"];
	const folder = await writeSiteFolder({
		"site.yaml": `url: https://example.org
routeRules: { /old: { redirect: /guide } }
header: { links: [{ label: a, url: /gide }, { label: b, links: [{ label: c, url: "/guide#x" }] }] }
footer: { columns: [{ title: a, links: [{ label: a, url: /gone.pdf }, { label: b, url: /old }] }] }
social: { links: [{ label: a, url: /feed.xml }, { label: b, url: "https://example.net" }] }
banner: { text: a, url: /nowhere }
`,
		"pages/index.md": `# Home\n\n${own.map((url) => `[a](${url})`).join(" ")}\n`,
		"pages/guide/index.md": "# Guide\n",
	});

	const { report } = await checkSite([folder], OPTIONS);

	expect(report.match(/Link "\/.*/g)).toEqual([
		'Link "/gide" of "header.links" leads to no page and no file',
		'Link "/gone.pdf" of "footer.columns" leads to no page and no file',
		'Link "/nowhere" of "banner" leads to no page and no file',
	]);
});

test.each([
	["that is not there", "nowhere", /^The folder must exist: got ".*nowhere"\n$/],
	["that is a file", "site.yaml", /^The folder must exist/],
	["that cannot be served", "", /site\.yaml:2:1: Must be valid YAML/],
])("the command ends with 2 on a folder %s", async (_, name, sentence) => {
	const folder = await writeSiteFolder({ "site.yaml": "name: [\n" });

	const { status, stderr } = spawnSync(process.execPath, [MAIN, "check-site", join(folder, name)], {
		encoding: "utf8",
		timeout: 30_000,
	});

	expect(stderr).toMatch(sentence);
	expect(status).toBe(2);
});

test("equal titles of one folder and heavy images are found, and each form names file and rule", async () => {
	const folder = await writeSiteFolder({
		"pages/index.md": "# Home\n\n[gone](gone.md)\n",
		"pages/guide/a.md": "# Same\n",
		"pages/guide/b.md": "# Same\n",
		"pages/v1/a.md": "# Same\n",
		"public/large.png": "x".repeat(1_100_000),
	});
	const check = (...words: string[]) => checkSite([folder, ...words], OPTIONS);

	const [text, json, sarif, github] = await Promise.all([
		check(),
		check("--format", "json"),
		check("--format=sarif"),
		check("--format", "github"),
	]);

	expect(text.problemCount).toBe(3);
	expect(text.report).toContain(
		'pages/guide/b.md:1: The title "Same" is already the title of "pages/guide/a.md"',
	);
	expect(text.report).toContain("public/large.png: The image is 1.1 MB");
	expect(JSON.parse(json.report).problems[0]).toEqual({
		rule: "link-leads-to-no-page-and-no-file",
		file: "pages/index.md",
		line: 3,
		message: 'Link "gone.md" leads to no page and no file',
	});
	const [run] = (JSON.parse(sarif.report) as Log).runs;
	expect(run?.results?.[0]?.locations?.[0]?.physicalLocation).toMatchObject({
		artifactLocation: { uri: encodeURI(`${folder}/pages/index.md`) },
		region: { startLine: 3 },
	});
	const known = run?.tool.driver.rules?.map(({ id }) => id) ?? [];
	expect(run?.results?.every(({ ruleId = "" }) => known.includes(ruleId))).toBe(true);
	expect(github.report).toMatch(/^::warning file=.*pages\/index\.md,line=3::Link "gone\.md"/m);
});

test.for([
	[[], "must be one folder"],
	[["a", "b"], "must be one folder"],
	[["a", "--format", "pdf"], "--format must be"],
	[["a", "--fast"], 'no option "--fast"'],
] as const)("the words %j are refused", async ([words, message]) => {
	await expect(checkSite(words, OPTIONS)).rejects.toThrow(message);
});

test("links to other sites are asked for once, and only dead ones are problems", async () => {
	const asked: string[] = [];
	const statuses: Record<string, number> = {
		"https://a.example/": 200,
		"https://b.example/x": 404,
		"https://c.example/": 403,
	};
	const html = Object.keys(statuses)
		.map((url) => `<a href="${url}#top">x</a>`)
		.join("");
	const packedBody = packBody(html, []);
	const page = (file: string) => ({ file, packedBody, fills: "" }) as unknown as Page;

	const problems = await checkExternalLinks(
		{
			pages: new Map([
				["/", page("index.md")],
				["/b", page("b.md")],
			]),
		},
		async (url, init) => {
			asked.push(`${init?.method} ${String(url)}`);
			return new Response(null, { status: statuses[String(url)] ?? 500 });
		},
	);

	expect(asked.toSorted()).toEqual([
		"GET https://b.example/x",
		"HEAD https://a.example/",
		"HEAD https://b.example/x",
		"HEAD https://c.example/",
	]);
	expect(problems).toEqual(
		["b.md", "index.md"].map((file) => ({
			file,
			message: 'Link "https://b.example/x" is dead: the status is 404',
		})),
	);
});
