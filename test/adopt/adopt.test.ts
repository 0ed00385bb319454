import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { adoptionHint } from "../../src/adopt/adoption-hint.ts";
import { recognize } from "../../src/adopt/recognize.ts";
import { loadRevision } from "../../src/server/content/load-revision.ts";
import { navigationFor } from "../../src/server/content/site-tree/navigation.ts";
import { adopt } from "../support/adopt.ts";
import { type SiteFiles, writeSiteFolder } from "../support/site-folder.ts";

interface Folder {
	readonly files: SiteFiles;
	/** A part of what is written. */
	readonly settings: object;
	/** Where pages are then. */
	readonly paths: readonly string[];
}

const FOLDERS: Readonly<Record<string, Folder>> = {
	VitePress: {
		files: {
			"docs/.vitepress/config.ts": `import { defineConfig } from "vitepress";
import { sidebar } from "./sidebar";
const name: string = "Example";
export default defineConfig({ title: name, srcDir: "src", description: \`About \${name}\`, sitemap: { hostname: "https://example.org" },
	themeConfig: { nav: [{ text: "Guide", link: "/guide/a" }], sidebar: { "/guide/": sidebar() } }, transform: (x) => run(x) });`,
			"docs/.vitepress/sidebar.ts": `export const sidebar = () => [{ text: "First", base: "/guide/", items: [{ text: "B", link: "b" }, { text: "A", link: "a" }] }];`,
			"docs/src/guide/a.md": "# A",
			"docs/src/guide/b.md": "# B\n\n## Été 1.2",
		},
		settings: {
			name: "Example",
			description: "About Example",
			url: "https://example.org",
			content: "docs/src",
			anchors: "vitepress",
			navigation: [
				{
					title: "Guide",
					section: true,
					pages: [
						{
							title: "First",
							pages: [
								{ title: "B", page: "guide/b" },
								{ title: "A", page: "guide/a" },
							],
						},
					],
				},
			],
		},
		paths: ["/guide/a", "/guide/b"],
	},
	Docusaurus: {
		files: {
			"website/docusaurus.config.js": `module.exports = { title: "Example", url: "https://example.org", baseUrl: "/base/", presets: [["classic", { docs: { sidebarPath: require.resolve("./sidebars.js") } }]] };`,
			"website/sidebars.js": `module.exports = { main: ["intro", { type: "category", label: "More", items: ["more/second"] }] };`,
			"website/docs/01-intro.md": "---\nslug: /start\n---\n# Intro",
			"website/docs/02-more/01-first.md": "---\nid: second\n---\n# Second",
			"website/docs/_part.md": "",
			"website/blog/2026-01-02-news.md": "# News",
		},
		settings: { name: "Example", url: "https://example.org/base", anchors: "docusaurus" },
		paths: ["/start", "/docs/more/first", "/blog/2026-01-02-news"],
	},
	Starlight: {
		files: {
			"astro.config.mjs": `export default defineConfig({ site: "https://example.org", redirects: { "/was": "/guide/a" }, integrations: [starlight({ title: "Example", sidebar: [{ label: "Guide", autogenerate: { directory: "guide" } }] })] });`,
			"src/content/docs/index.mdx": "# Home",
			"src/content/docs/guide/A.md": "# A",
		},
		settings: {
			navigation: [{ title: "Guide", folder: "guide" }],
			routeRules: { "/was": { redirect: { to: "/guide/a", status: 301 } } },
		},
		paths: ["/", "/guide/A"],
	},
	MkDocs: {
		files: {
			"mkdocs.yml": `site_name: Example
theme: { name: material, palette: { primary: deep purple }, features: [navigation.tabs] }
markdown_extensions:
  - toc: { permalink: true }
  - pymdownx.tabbed: { slugify: !!python/object/apply:pymdownx.slugs.slugify { kwds: { case: lower } } }
  - pymdownx.emoji: { emoji_index: !!python/name:material.extensions.emoji.twemoji }
plugins: [{ redirects: { redirect_maps: { "old.md": "guide/1.a.md#x" } } }]
nav: [index.md, Guide: [guide/1.a.md, Second: guide/b.md]]`,
			"docs/index.md": "# Home",
			"docs/guide/1.a.md": "# A\n\n## X",
			"docs/guide/b.md": "# B",
		},
		settings: {
			name: "Example",
			theme: { primary: "purple" },
			content: "docs",
			anchors: "mkdocs",
			routeRules: { "/old/": { redirect: { to: "/guide/1.a#x", status: 301 } } },
		},
		paths: ["/", "/guide/a", "/guide/b"],
	},
	mdBook: {
		files: {
			"book.toml": '[book]\ntitle = "Example"\n[output.html.redirect]\n"/was.html" = "a.html"',
			"src/SUMMARY.md":
				"# Summary\n\n[Foreword](README.md)\n\n# Part\n\n- [A](a.md)\n  - [B](b/c.md)",
			"src/README.md": "# Foreword",
			"src/a.md": "# A",
			"src/b/c.md": "# C",
		},
		settings: {
			name: "Example",
			content: "src",
			navigation: [
				{ title: "Foreword", page: "README.md" },
				{
					title: "Part",
					pages: [{ title: "A", page: "a.md", pages: [{ title: "B", page: "b/c.md" }] }],
				},
			],
			routeRules: { "/was.html": { redirect: { to: "/a.html", status: 301 } } },
		},
		paths: ["/", "/a", "/b/c"],
	},
	Hugo: {
		files: {
			"hugo.toml": 'title = "Example"\nbaseURL = "https://example.org/"',
			"content/_index.md": "+++\ntitle = 'Home'\n+++",
			"content/Guide/A b.md": "---\nslug: c\n---\n# A",
		},
		settings: { name: "Example", url: "https://example.org", content: "content", anchors: "hugo" },
		paths: ["/", "/Guide/c"],
	},
	Jekyll: {
		files: {
			"_config.yml":
				"title: Example\npermalink: date\ncollections: { docs: { permalink: '/docs/:path/', output: true } }",
			"index.md": "---\ntitle: Home\n---",
			"_docs/a.md": "---\ntitle: A\n---",
			"_posts/2026-01-02-news.md": "---\ncategories: one\n---\n# News",
			"_includes/part.md": "",
		},
		settings: {
			name: "Example",
			routeRules: {
				"/one/2026/01/02/news.html": { redirect: { to: "/_posts/2026-01-02-news", status: 301 } },
			},
		},
		paths: ["/", "/docs/a", "/_posts/2026-01-02-news"],
	},
	"Nuxt Content": {
		files: {
			"nuxt.config.ts": "export default defineNuxtConfig({ site: { name: 'Example' } })",
			"content/1.start/.navigation.yml": "title: Get started",
			"content/1.start/1.a.md": "# A",
			"content/2.more/b.md": "# B",
		},
		settings: {
			name: "Example",
			anchors: "nuxt",
			navigation: [
				{ title: "Get started", folder: "1.start", section: "continued" },
				{ title: "More", folder: "2.more", section: "continued" },
			],
		},
		paths: ["/start/a", "/more/b"],
	},
	GitBook: {
		files: {
			".gitbook.yaml": "root: ./docs/\nredirects:\n  was: ./a.md",
			"docs/README.md": "# Example",
			"docs/SUMMARY.md":
				'# Table of contents\n\n* [Home](README.md)\n\n## Group <a href="#g" id="g"></a>\n\n* [A](a.md)',
			"docs/a.md": "# A",
		},
		settings: {
			name: "Example",
			content: "docs",
			routeRules: { "/was": { redirect: { to: "/a", status: 301 } } },
		},
		paths: ["/", "/a"],
	},
	Obsidian: {
		files: { "A note.md": "[[Other]]", "Other.md": "# Other", ".obsidian/app.json": "{}" },
		settings: { navigationOrder: "name" },
		paths: ["/A note", "/Other"],
	},
	"README and docs": {
		files: { "README.md": "# Example", "SECURITY.md": "# Safe", "docs/a.md": "# A" },
		settings: {
			name: "Example",
			content: ".",
			navigation: [
				{ title: "Docs", folder: "docs", section: true },
				{ title: "Project", section: true, pages: [{ page: "SECURITY.md" }] },
			],
		},
		paths: ["/", "/SECURITY", "/docs/a"],
	},
};

test.each(Object.entries(FOLDERS))("a folder of %s is adopted", async (name, folder) => {
	const siteFolder = await writeSiteFolder(folder.files);
	const hint = hintOf(siteFolder);

	const report = await adopt([siteFolder]);

	expect(report).toMatch(name === "MkDocs" ? /^Material for MkDocs/ : new RegExp(`^${name}`));
	expect(hint === "").toBe(name === "README and docs");
	expect(report).not.toContain("not answered");
	const text = await readFile(join(siteFolder, "site.yaml"), "utf8");
	expect(parse(text)).toMatchObject(folder.settings);
	const revision = await loadRevision({ siteFolder, environment: {} });
	expect([...revision.pages.keys()].toSorted()).toEqual(folder.paths.toSorted());
	expect(revision.problems.filter(({ file }) => file === "site.yaml")).toEqual([]);
	expect(
		navigationFor(revision, folder.paths[0] ?? "/", () => true).sidebar.length,
	).toBeGreaterThanOrEqual(0);
	await expect(adopt([siteFolder])).resolves.toContain("stays as it is");
});

const PICTURED: Readonly<Record<string, { readonly files: SiteFiles; readonly settings: object }>> =
	{
		VitePress: {
			files: {
				"docs/.vitepress/config.ts":
					"export default { themeConfig: { logo: { light: '/a.svg', dark: '/b.svg' }, editLink: { pattern: 'https://example.org/edit/main/docs/:path' } } }",
				"docs/public/a.svg": "<svg/>",
				"docs/public/b.svg": "<svg/>",
				"docs/index.md": "# Home",
			},
			settings: {
				logo: { light: "/a.svg", dark: "/b.svg" },
				editLink: "https://example.org/edit/main/{file}",
			},
		},
		Docusaurus: {
			files: {
				"website/docusaurus.config.js":
					"module.exports = { favicon: 'img/f.ico', themeConfig: { navbar: { logo: { src: 'img/a.svg' }, items: [{ href: 'https://github.com/example/example' }] } }, presets: [['classic', { docs: { path: '../docs', editUrl: 'https://example.org/edit/main/website' } }]] }",
				"website/static/img/a.svg": "<svg/>",
				"website/static/img/f.ico": "x",
				"docs/a.md": "# A",
			},
			settings: {
				logo: "/img/a.svg",
				favicon: "/img/f.ico",
				editLink: "https://example.org/edit/main/{file}",
				social: { links: [{ label: "GitHub", url: "https://github.com/example/example" }] },
			},
		},
		Starlight: {
			files: {
				"docs/astro.config.mjs":
					"export default { integrations: [starlight({ title: 'Example', logo: { src: './src/assets/a.svg' }, editLink: { baseUrl: 'https://example.org/edit/main/docs/' }, social: [{ icon: 'github', href: 'https://github.com/example/example' }] })] }",
				"docs/src/assets/a.svg": "<svg/>",
				"docs/src/content/docs/guide/a.md": "![A](../../../assets/a.svg) ![B](~/assets/a.svg)",
			},
			settings: {
				logo: { light: "/assets/a.svg", dark: "/assets/a.svg", withName: true },
				theme: { primary: "indigo" },
				editLink: "https://example.org/edit/main/{file}",
				social: { links: [{ label: "GitHub", url: "https://github.com/example/example" }] },
			},
		},
		MkDocs: {
			files: {
				"mkdocs.yml":
					"site_name: Example\nrepo_url: https://example.org/example\nedit_uri: edit/main/docs/\ntheme: { name: material, logo: assets/a.svg, palette: [{ media: all }, { primary: indigo }] }",
				"docs/assets/a.svg": "<svg/>",
				"docs/index.md": "# Home",
			},
			settings: {
				logo: { light: "/assets/a.svg", dark: "/assets/a.svg", withName: true },
				editLink: "https://example.org/example/edit/main/{file}",
				theme: { primary: "indigo" },
			},
		},
		"VitePress with a theme": {
			files: {
				".vitepress/config.ts":
					"export default { themeConfig: { siteTitle: false, logo: '/a.svg', nav: [{ text: 'Guide', link: '/guide/a' }, { text: 'Blog', link: '/blog' }, { text: '2.0', items: [{ text: '1.0', link: 'https://example.org/1.0' }, { text: 'More', items: [{ text: 'Log', link: '/log' }] }] }], sidebar: { '/guide/': [{ text: 'A', link: '/guide/a' }] } } }",
				".vitepress/theme/custom.css":
					":root { --vp-c-brand-1: #1a7f37; /* green */ }\n.dark { --vp-c-brand-1: #4ac26b; }",
				"public/a.svg": "<svg/>",
				"guide/a.md": "# A",
				"log.md": "# Log",
				"blog.md": "# Blog",
			},
			settings: {
				logo: "/a.svg",
				theme: { primary: { light: "#1a7f37", dark: "#4ac26b" } },
				header: {
					links: [
						{ label: "Blog", url: "/blog" },
						{
							label: "2.0",
							links: [
								{ label: "1.0", url: "https://example.org/1.0" },
								{ label: "Log", url: "/log" },
							],
						},
					],
				},
			},
		},
		"Docusaurus with a menu": {
			files: {
				"docusaurus.config.js":
					"module.exports = { title: 'Example', presets: [['classic', { theme: { customCss: './src/custom.css' } }]], themeConfig: { navbar: { title: 'Example', logo: { src: 'a.svg' }, items: [{ to: '/docs/a', label: 'Docs' }, { to: 'more.html', label: 'More' }, { href: 'https://github.com/example/example', label: 'Code' }] } } }",
				"src/custom.css": ":root { --ifm-color-primary: #25c2a0; }",
				"static/a.svg": "<svg/>",
				"docs/a.md": "# A",
				"static/more.html": "<h1>More</h1>",
			},
			settings: {
				logo: { light: "/a.svg", dark: "/a.svg", withName: true },
				// Too light to be read on white: the palette that comes nearest.
				theme: { primary: "emerald" },
				header: { links: [{ label: "More", url: "/more.html" }] },
				social: { links: [{ label: "GitHub", url: "https://github.com/example/example" }] },
			},
		},
		Hugo: {
			files: {
				"hugo.yaml":
					"title: Example\nmenus: { main: [{ name: B, pageRef: /b, weight: 2 }, { name: A, url: 'https://example.org', weight: 1 }] }",
				"content/b.md": "# B",
			},
			settings: {
				header: {
					links: [
						{ label: "A", url: "https://example.org" },
						{ label: "B", url: "/b" },
					],
				},
			},
		},
		mdBook: {
			files: {
				"book/book.toml":
					'[output.html]\nedit-url-template = "https://example.org/edit/main/book/{path}"',
				"book/src/SUMMARY.md": "# The Example\n\n- [A](a.md)",
				"book/src/a.md": "# A",
			},
			settings: {
				editLink: "https://example.org/edit/main/{file}",
				navigation: [{ title: "A", page: "a.md" }],
			},
		},
	};

test.each(
	Object.entries(PICTURED),
)("pictures and links to edit are found where %s has them", async (_name, { files, settings }) => {
	const siteFolder = await writeSiteFolder(files);

	await adopt([siteFolder]);

	const revision = await loadRevision({ siteFolder, environment: {} });
	expect(revision.problems).toEqual([]);
	expect(parse(await readFile(join(siteFolder, "site.yaml"), "utf8"))).toMatchObject(settings);
});

test("a picture that is not there, and an edit link into another folder, are left out", async () => {
	const siteFolder = await writeSiteFolder({
		"mkdocs.yml":
			"site_name: Example\nrepo_url: https://example.org/example\nedit_uri: edit/main/elsewhere/\ntheme: { logo: assets/a.svg }",
		"docs/index.md": "# Home",
	});

	await adopt([siteFolder]);

	const settings = parse(await readFile(join(siteFolder, "site.yaml"), "utf8"));
	expect(settings).not.toHaveProperty("logo");
	expect(settings).not.toHaveProperty("editLink");
});

test("a group of MkDocs without a title is called as its index, and a white logo is left out", async () => {
	const siteFolder = await writeSiteFolder({
		"mkdocs.yml":
			'site_name: Example\ntheme: { name: material, logo: img/icon-white.svg }\nnav: [index.md, "": [learn/index.md, learn/a.md]]',
		"docs/img/icon-white.svg": "<svg/>",
		"docs/index.md": "# Home",
		"docs/learn/index.md": "# Learn",
		"docs/learn/a.md": "# A",
	});

	await adopt([siteFolder]);

	const settings = parse(await readFile(join(siteFolder, "site.yaml"), "utf8"));
	expect(settings.navigation).toEqual([
		{ page: "index.md" },
		{ page: "learn/index.md", pages: [{ page: "learn/a.md" }] },
	]);
	expect(settings).not.toHaveProperty("logo");
});

test("a documentation without a name is called as its folder is", async () => {
	const siteFolder = await writeSiteFolder({
		"my-project/docs/README.md": "",
		"my-project/docs/a.md": "# A",
	});

	await adopt([join(siteFolder, "my-project/docs")]);

	const text = await readFile(join(siteFolder, "my-project/docs/site.yaml"), "utf8");
	expect(parse(text)).toMatchObject({ name: "My Project" });
});

test("links that carry the address of a larger site move the pages there", async () => {
	const links = Array.from({ length: 20 }, () => "[b](/docs/4.x/b)").join(" ");
	const siteFolder = await writeSiteFolder({
		"README.md": "# Example",
		"a.md": links,
		"b.md": "# B",
	});

	await adopt([siteFolder]);

	const revision = await loadRevision({ siteFolder, environment: {} });
	expect([...revision.pages.keys()]).toEqual(["/docs/4.x/a", "/docs/4.x/b", "/docs/4.x"]);
});

test("what nothing is known of, and words that are not understood, are refused", async () => {
	await expect(adopt([await writeSiteFolder({ "a.txt": "" })])).rejects.toThrow("nothing is known");
	await expect(adopt(["--fast", "."])).rejects.toThrow("must be one folder");
});

test("a foreign configuration whose URL is none is read without it", async () => {
	const siteFolder = await writeSiteFolder({
		"_config.yml": "title: Example\nurl: example.org\n",
		"a.md": "---\ntitle: A\n---\n",
	});

	expect(hintOf(siteFolder)).toMatch(/Jekyll.*would take over its addresses$/);
	await adopt([siteFolder]);

	expect(parse(await readFile(join(siteFolder, "site.yaml"), "utf8"))).not.toHaveProperty("url");
});

test("a configuration that cannot be read is named with what is wrong in it", async () => {
	const folder = await writeSiteFolder({
		"mkdocs.yml": 'site_name: "Example\nnav: [\n',
		"docs/index.md": "# Welcome",
	});

	expect(await adopt([folder])).toMatch(/^Not read: mkdocs\.yml \(Missing closing "quote at line/m);
});

function hintOf(siteFolder: string): string | undefined {
	const adoption = recognize(siteFolder);
	return adoption && adoptionHint(adoption);
}
