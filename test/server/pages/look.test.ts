import { join } from "node:path";
import { expect, test } from "vitest";
import type { BuildManifest } from "../../../src/shared/builds/build-manifest.ts";
import { ask, createTestSite, createTestSiteOver, TEST_MANIFEST } from "../../support/test-site.ts";

const EXAMPLE = join(import.meta.dirname, "../../../examples/lantern");

const SHEETS = {
	landing: "landing.1.css",
	blog: "blog.1.css",
	look: "look.1.css",
	rtl: "rtl.1.css",
};
const MANIFEST: BuildManifest = { ...TEST_MANIFEST, sheets: SHEETS };

test("the example has a landing page, documentation, a blog and a look of its own", async () => {
	const { service, revision, errors } = await createTestSiteOver(EXAMPLE, { manifest: MANIFEST });
	const bodyOf = async (path: string): Promise<string> => (await service.inject(path)).body;

	expect(revision.problems).toEqual([]);
	const home = await bodyOf("/");
	expect(home).toMatch(/<h1>Know when a server goes dark<\/h1>/);
	expect(home).toMatch(/<a class="hero-action hero-action-main" href="\/docs\/install">/);
	expect(home).toMatch(/<img class="logo logo-dark" src="\/logo-dark.svg" alt="Lantern"\/>/);
	expect(home).toMatch(/class="banner".*Lantern 2 is out/);
	expect(home).toContain("/_nuxt/landing.1.css");
	expect(home).toContain("/_nuxt/look.1.css");
	const [, sheet = ""] = /href="(\/_loggia\/style\.\w+\.css)"/.exec(home) ?? [];
	const styles = await service.inject(sheet);
	expect(styles.headers["cache-control"]).toContain("immutable");
	expect(styles.body).toContain("--color-primary: light-dark(#0f6b5c, #5fd3bc)");
	expect(styles.body).toContain("border-block-end: 2px solid");

	const install = await bodyOf("/docs/install");
	expect(install).toMatch(/<nav class="breadcrumbs".*href="\/docs">Docs</);
	expect(install).toContain("https://example.org/source/edit/main/pages/docs/1.install.md");
	expect(install).toContain("Last updated");

	const blog = await bodyOf("/blog");
	expect(blog.match(/<h2><a href="[^"]+">[^<]+/g)?.map((start) => start.split(">").at(-1))).toEqual(
		["Lantern 2", "Why quiet alerts are heard", "Hello"],
	);
	expect(blog).not.toMatch(/rel="(?:prev|next)"/);
	expect(await bodyOf("/blog/tags/thinking")).not.toContain(">Lantern 2</a></h2>");
	const post = await bodyOf("/blog/2026-07-14-quiet-alerts");
	expect(post).toMatch(
		/<time dateTime="2026-07-14">July 14, 2026<\/time>.*Bo Lindqvist.*1 min read/,
	);
	expect(post).toMatch(/rel="prev"[^>]*hello.*rel="next"[^>]*lantern-2/s);

	const missing = await service.inject("/nowhere");
	expect([missing.statusCode, missing.body.includes("It is dark here</h1>")]).toEqual([404, true]);
	expect((await service.inject("/404")).statusCode).toBe(404);
	expect(await bodyOf("/sitemap.xml")).not.toContain("/404");
	expect(errors).toEqual([]);
});

test("a plain site loads no sheet that it does not need", async () => {
	const { body } = await ask(
		{
			manifest: MANIFEST,
			files: { "pages/index.md": "# Home\n", "pages/a.md": "# A\n" },
		},
		"/a",
	);

	expect(body).not.toMatch(/(?:landing|blog|look|rtl)\.1\.css|_loggia\/style/);
});

test("the image of a post is its cover, in the list and above a text that does not show it", async () => {
	const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>';
	const { service } = await createTestSite({
		files: {
			"pages/news/index.md": "---\ntype: blog\n---\n",
			"pages/news/a.md": "---\nimage: a.svg\n---\nText.\n",
			"pages/news/b.md": "---\nimage: a.svg\n---\n![Shown](a.svg)\n",
			"pages/news/a.svg": drawing,
		},
	});
	const coversOf = async (path: string): Promise<readonly string[]> =>
		(await service.inject(path)).body.match(/<div class="post-cover">.*?<\/div>/g) ?? [];

	const cover = '<img src="/news/a.svg" alt="" width="40" height="20"';
	expect(await coversOf("/news")).toEqual([
		`<div class="post-cover">${cover} decoding="async"></div>`,
		`<div class="post-cover">${cover} loading="lazy" decoding="async"></div>`,
	]);
	expect(await coversOf("/news/a")).toHaveLength(1);
	expect(await coversOf("/news/b")).toEqual([]);
});

test("a list of posts has pages, and a blog without dates is in order as well", async () => {
	const posts = Array.from({ length: 12 }, (_, index) => [
		`pages/news/2026-01-${String(index + 1).padStart(2, "0")}-post-${index + 1}.md`,
		`# Post ${index + 1}\n`,
	]);
	const { service } = await createTestSite({
		files: { "pages/news/index.md": "---\ntype: blog\n---\n", ...Object.fromEntries(posts) },
	});
	const first = (await service.inject("/news")).body;
	const second = await service.inject("/news/page/2");

	expect(first).toMatch(/<h1>News<\/h1>/);
	expect(first).toMatch(/rel="next" href="\/news\/page\/2">Older posts/);
	expect(second.body).toContain(">Post 2</a></h2>");
	expect(second.body).not.toContain(">Post 3</a></h2>");
	expect((await service.inject("/news/page/2.md")).body).toContain("## [Post 2](");
	const statuses = await Promise.all(
		["/news/page/3", "/news/page/1", "/news/tags/none"].map(
			async (path) => (await service.inject(path)).statusCode,
		),
	);
	expect(statuses).toEqual([404, 404, 404]);
});

test.each([
	["de", "ltr", "Zum Inhalt springen", "Hinweis"],
	["ar-EG", "rtl", "تخطَّ إلى المحتوى", "ملاحظة"],
	["zh-TW", "ltr", "跳到內容", "注意"],
])("the frame speaks %s, from %s", async (locale, direction, skip, note) => {
	const { body } = await ask(
		{
			manifest: MANIFEST,
			files: {
				"site.yaml": `locale: ${locale}\nwords:\n  Menu: M!\n`,
				"pages/index.md": "# Home\n\n> [!NOTE]\n> Text.\n",
			},
		},
		"/",
	);

	expect(body.includes(' dir="rtl"')).toBe(direction === "rtl");
	expect(body.includes("rtl.1.css")).toBe(direction === "rtl");
	expect(body).toContain(skip);
	expect(body).toContain(`<p class="callout-title">${note}</p>`);
	expect(body).toContain("<summary>M!</summary>");
});

test("heroes of VitePress, VuePress and Starlight open a landing page", async () => {
	const { service, revision } = await createTestSite({
		manifest: MANIFEST,
		files: {
			"pages/a.md":
				"---\nhero:\n  name: Tool\n  text: Does it\n  tagline: All day\n  image: { src: /a.png, alt: A }\n  actions:\n    - { theme: brand, text: Go, link: /b }\n    - { theme: alt, text: Source, link: 'https://example.org' }\nfeatures:\n  - { icon: ⚡, title: Fast, details: Very, link: /b }\n---\n",
			"pages/b.md":
				"---\ntitle: B\nhero:\n  tagline: Words\n  image: { file: ./a.png }\n  actions:\n    - { text: Go, link: ./a/, variant: minimal }\n    - { text: Lost, link: /nowhere }\n---\n\nText.\n",
			"pages/c.md":
				"---\nhome: true\nheroText: Hello\nheroImage: /a.png\nactions: [{ text: Go, link: /b, type: primary }]\n---\n",
			"public/a.png": "",
		},
	});

	const a = (await service.inject("/a")).body;
	const c = (await service.inject("/c")).body;
	expect(c).toMatch(/<h1>Hello<\/h1>.*hero-action-main" href="\/b">Go<.*src="\/a.png"/s);
	const b = (await service.inject("/b")).body;

	expect(a).toMatch(/<p class="hero-name">Tool<\/p>\s*<h1>Does it<\/h1>/);
	expect(a).toMatch(
		/hero-action-main" href="\/b">Go<.*class="hero-action" href="https:\/\/example.org"/s,
	);
	expect(a).toMatch(/<a class="card" href="\/b"><span class="icon card-sign"[^>]*>⚡</);
	expect(b).toMatch(/<h1>B<\/h1>.*src="\/a.png".*<p>Text.<\/p>/s);
	expect(revision.problems.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
		'pages/b.md:3 "hero" must lead to a page, a file or an http(s) URL: current value is "/nowhere"',
	]);
});

test("neither thirty sections nor two thousand pages make a page long", async () => {
	const many = Array.from({ length: 2000 }, (_, index) => [
		`pages/many/page-${index}.md`,
		"# Page\n",
	]);
	const folders = Array.from({ length: 30 }, (_, index) => [
		`pages/section-${index}/a.md`,
		"# A\n",
	]);
	const { body } = await ask(
		{
			manifest: MANIFEST,
			files: Object.fromEntries([...many, ...folders]),
		},
		"/many/page-1500",
	);

	const header = body.slice(0, body.indexOf('class="sidebar"'));
	const shown = header.slice(0, header.indexOf('<details class="more">'));
	expect(shown.match(/<li>/g)).toHaveLength(7);
	expect(shown).toMatch(/aria-current="true" href="[^"]*">Many</);
	expect(body).toContain("look.1.css");
	expect(body.match(/aria-current="page"/g)).toHaveLength(1);
	expect(body).toMatch(/aria-current="page">Page \(Page 1500\)</);
	expect(body.length).toBeLessThan(60_000);
});
