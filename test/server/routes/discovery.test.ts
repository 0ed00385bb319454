import { expect, test } from "vitest";
import { renderSitemap } from "../../../src/server/seo/sitemap.ts";
import { manyPages } from "../../support/many-pages.ts";
import { ask, createTestSite } from "../../support/test-site.ts";
import { validateXml } from "../../support/validate-xml.ts";

const FILES = {
	"site.yaml": [
		"name: Tea & Time",
		"description: Notes on tea.",
		"routeRules:",
		"  /moved-by-rule: { redirect: /about }",
	].join("\n"),
	"pages/index.md": "# Welcome\n",
	"pages/about.md": "---\ndescription: Who [we]\n  are.\n---\n# About [us]\n",
	"pages/guide/index.md": "# Guide\n",
	"pages/guide/übung (1).md": "# Practice\n",
	"pages/moved-by-rule.md": "# Moved\n",
};
const ENVIRONMENT = { SITE_URL: "https://example.org", BASE_PATH: "/docs" };

test("the sitemap has the canonical URL of every page that is shown there", async () => {
	const response = await ask({ files: FILES, environment: ENVIRONMENT }, "/docs/sitemap.xml");

	expect(response.headers["content-type"]).toBe("application/xml; charset=utf-8");
	expect([...response.body.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, url]) => url)).toEqual([
		"https://example.org/docs",
		"https://example.org/docs/about",
		"https://example.org/docs/guide",
		"https://example.org/docs/guide/%C3%BCbung%20(1)",
	]);
});

const OWN_RULES = "User-agent: *\nDisallow: /\n";

test.each<[string, string, Record<string, string>, string]>([
	[
		"robots.txt leads to the sitemap",
		"robots.txt",
		{},
		"User-agent: *\nAllow: /\n\nSitemap: https://example.org/docs/sitemap.xml\n",
	],
	["a file of the author's own wins", "robots.txt", { "public/robots.txt": OWN_RULES }, OWN_RULES],
	[
		"llms.txt lists the public pages by folder, each on one line",
		"llms.txt",
		{},
		[
			"# Tea & Time\n\n> Notes on tea.\n",
			"## Pages\n",
			"- [Welcome](https://example.org/docs)",
			"- [About \\[us\\]](https://example.org/docs/about): Who [we] are.\n",
			"## Guide\n",
			"- [Guide](https://example.org/docs/guide)",
			"- [Practice](https://example.org/docs/guide/%C3%BCbung%20%281%29)\n",
		].join("\n"),
	],
])("%s", async (_what, name, more, body) => {
	const files = { ...FILES, ...more };
	const response = await ask({ files, environment: ENVIRONMENT }, `/docs/${name}`);

	expect(response.body).toBe(body);
});

test("without the URL of the site there is no sitemap, and links start at the root", async () => {
	const { service } = await createTestSite({ files: FILES });

	const [sitemap, robots, llms] = await Promise.all(
		["/sitemap.xml", "/robots.txt", "/llms.txt"].map((url) => service.inject(url)),
	);

	expect(sitemap?.statusCode).toBe(404);
	expect(robots?.body).toBe("User-agent: *\nAllow: /\n");
	expect(llms?.body).toContain("](/about): Who");
});

test.each([
	["GET", "/sitemap.xml/", 308],
	["GET", "/SITEMAP.XML", 404],
	["GET", "/sitemap-1.xml", 404],
	["GET", "/sitemap-x.xml", 404],
	["HEAD", "/llms.txt", 200],
	["POST", "/llms.txt", 405],
] as const)("%s %s is answered %i", async (method, url, status) => {
	const environment = { SITE_URL: "https://example.org" };
	const response = await ask({ files: FILES, environment }, { method, url });

	expect(response.statusCode).toBe(status);
});

test("more than 50,000 pages are several sitemaps with an index", async () => {
	const { pages, site } = await manyPages();

	const [index, first, second, third] = [undefined, 1, 2, 3].map((part) =>
		renderSitemap({ site, pages, alternatesOf: () => [] }, part),
	);

	expect(index?.match(/<sitemap>/g)).toHaveLength(2);
	expect(index).toContain("<loc>https://example.org/sitemap-2.xml</loc>");
	expect(first?.match(/<url>/g)).toHaveLength(50_000);
	expect(second).toContain("<loc>https://example.org/50000</loc>");
	expect(third).toBeUndefined();
	expect(await validateXml(index ?? "", "sitemap")).toEqual([]);
	expect(await validateXml(second ?? "", "sitemap")).toEqual([]);
});

test("robots.txt says what crawlers are asked to leave alone", async () => {
	const files = {
		...FILES,
		"site.yaml": "robots:\n  disallow: [/internal/]\n  aiCrawlers: false\n",
	};
	const { body } = await ask({ files, environment: ENVIRONMENT }, "/docs/robots.txt");

	expect(body).toMatch(/^User-agent: \*\nDisallow: \/docs\/internal\/\nAllow: \/\n\n/);
	expect(body).toMatch(/User-agent: GPTBot\n(?:User-agent: .+\n)+Disallow: \/\n\nSitemap: /);
});

const DATED = {
	"site.yaml": "name: Tea & Time\ndescription: Notes.\n",
	"index.md": "# Welcome\n",
	"blog/old.md": "---\nupdatedAt: 2026-01-02\n---\n# Old <post>\n",
	"blog/new.md": "---\npublishAt: 2026-03-04\ndescription: More & more.\n---\n# New\n",
};

test("the sitemap says when a page changed only where that is known", async () => {
	const { body } = await ask({ files: DATED, environment: ENVIRONMENT }, "/docs/sitemap.xml");

	expect(elementsOf(body, "lastmod")).toEqual([
		"2026-03-04T00:00:00.000Z",
		"2026-01-02T00:00:00.000Z",
	]);
});

test("every folder has an Atom feed of what is new, and what is no folder has none", async () => {
	const { service } = await createTestSite({ files: DATED, environment: ENVIRONMENT });

	const [all, blog, page, none] = await Promise.all(
		["/docs/feed.xml", "/docs/blog/feed.xml", "/docs/blog/old/feed.xml", "/docs/x/feed.xml"].map(
			(url) => service.inject(url),
		),
	);

	expect(all?.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
	expect(elementsOf(blog?.body ?? "", "title")).toEqual([
		"Blog · Tea &amp; Time",
		"New",
		"Old &lt;post&gt;",
	]);
	expect(elementsOf(blog?.body ?? "", "updated")[0]).toBe("2026-03-04T00:00:00.000Z");
	expect(elementsOf(page?.body ?? "", "title").slice(1)).toEqual(["Old &lt;post&gt;"]);
	expect(none?.statusCode).toBe(404);
});

test("documents name the feed of their blog, and feeds name themselves", async () => {
	const files = {
		"index.md": "# Welcome\n",
		"c#/index.md": "---\ntype: blog\n---\n# News of C#\n",
		"c#/first.md": "# First\n",
	};
	const { service } = await createTestSite({ files, environment: ENVIRONMENT });

	const [home, post, feed] = await Promise.all(
		["/docs", "/docs/c%23/first", "/docs/c%23/feed.xml"].map((url) => service.inject(url)),
	);

	expect(home?.body).toContain('type="application/atom+xml" href="/docs/feed.xml"');
	expect(post?.body).toContain('type="application/atom+xml" href="/docs/c%23/feed.xml"');
	expect(feed?.body).toContain(
		'rel="self" type="application/atom+xml" href="https://example.org/docs/c%23/feed.xml"',
	);
});

test("the feed of a blog has its posts by their dates, the newest first", async () => {
	const files = {
		"index.md": "# Welcome\n",
		"blog/index.md": "---\ntype: blog\n---\n# News\n",
		"blog/2026-01-02-first.md": "---\nupdatedAt: 2026-05-06\nauthors: [Ada]\n---\n# First\n",
		"blog/second.md": "---\ndate: 2026-03-04\n---\n# Second\n",
	};
	const { body } = await ask({ files, environment: ENVIRONMENT }, "/docs/blog/feed.xml");

	expect(elementsOf(body, "title").slice(1)).toEqual(["Second", "First"]);
	expect(elementsOf(body, "published")).toEqual([
		"2026-03-04T00:00:00.000Z",
		"2026-01-02T00:00:00.000Z",
	]);
	expect(elementsOf(body, "updated")[0]).toBe("2026-05-06T00:00:00.000Z");
	expect(elementsOf(body, "name").slice(1)).toEqual(["Ada"]);
});

test("a document says in JSON-LD what it is and where it stands", async () => {
	const files = { ...DATED, "blog/index.md": "# Blog\n" };
	const { body } = await ask({ files, environment: ENVIRONMENT }, "/docs/blog/old");

	const [, json = ""] = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(body) ?? [];
	const [article, breadcrumbs] = JSON.parse(json)["@graph"];
	expect(article).toMatchObject({ "@type": "Article", headline: "Old <post>", inLanguage: "en" });
	expect(
		breadcrumbs.itemListElement.map(({ name, item }: Record<string, string>) => [name, item]),
	).toEqual([
		["Welcome", "https://example.org/docs"],
		["Blog", "https://example.org/docs/blog"],
		["Old <post>", "https://example.org/docs/blog/old"],
	]);
	expect(body).toContain('<link rel="alternate" type="text/markdown" href="/docs/blog/old.md">');
});

/** @returns The texts of all elements of a name, as they are written. That feeds are XML: `formats.test.ts`. */
function elementsOf(xml: string, name: string): readonly string[] {
	const elements = xml.matchAll(new RegExp(`<${name}\\b[^>]*>([^<]*)<`, "g"));
	return Array.from(elements, ([, text = ""]) => text);
}
