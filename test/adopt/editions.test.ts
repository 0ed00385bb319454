import { expect, test } from "vitest";
import { loadRevision } from "../../src/server/content/load-revision.ts";
import { navigationFor } from "../../src/server/content/site-tree/navigation.ts";
import { adopt } from "../support/adopt.ts";
import { type SiteFiles, writeSiteFolder } from "../support/site-folder.ts";

interface Editions {
	readonly files: SiteFiles;
	readonly locales?: readonly object[];
	readonly versions?: readonly object[];
	/** Where each page was and is. */
	readonly addresses: Readonly<Record<string, string>>;
	/** Titles in the sidebar of a page. */
	readonly sidebars: Readonly<Record<string, readonly string[]>>;
}

const GERMAN = { code: "de", label: "Deutsch" };
const ENGLISH = { code: "en", label: "English" };

const FOLDERS: Readonly<Record<string, Editions>> = {
	VitePress: {
		files: {
			".vitepress/config.ts": `export default { locales: { root: { label: "English", lang: "en" }, de: { label: "Deutsch" } }, themeConfig: { sidebar: [{ text: "Guide", items: [{ text: "A", link: "/a" }] }] } }`,
			"de/config.ts": `export default { themeConfig: { sidebar: [{ text: "Anleitung", items: [{ text: "Ah", link: "/de/a" }] }] } }`,
			"a.md": "# A",
			"de/a.md": "# A auf Deutsch",
		},
		locales: [
			ENGLISH,
			{ ...GERMAN, navigation: [{ title: "Anleitung", pages: [{ title: "Ah", page: "de/a" }] }] },
		],
		addresses: { "/a": "/a", "/de/a": "/de/a" },
		sidebars: { "/a": ["Guide", "A"], "/de/a": ["Anleitung", "Ah"] },
	},
	Starlight: {
		files: {
			"astro.config.mjs": `export default { integrations: [starlight({ title: "Example", locales: { root: { label: "English", lang: "en" }, de: {} }, sidebar: [{ label: "Guide", translations: { de: "Anleitung" }, items: ["a", "b"] }] })] }`,
			"src/content/docs/a.md": "---\ntitle: A\n---",
			"src/content/docs/b.md": "---\ntitle: B\n---",
			"src/content/docs/de/a.md": "---\ntitle: Ah\n---",
		},
		locales: [ENGLISH, { ...GERMAN, words: { Guide: "Anleitung" } }],
		addresses: { "/a": "/a", "/de/a": "/de/a" },
		sidebars: { "/a": ["Guide", "A", "B"], "/de/a": ["Anleitung", "Ah"] },
	},
	"Starlight with a folder for each language": {
		files: {
			"astro.config.mjs": `const labels = { guide: "Guide" }; const group = (key, rest) => ({ label: labels[key], ...rest }); export default { integrations: [starlight({ title: "Example", defaultLocale: "en", locales: { de: {}, en: { label: "English" } }, sidebar: [group("guide", { translations: { de: "Anleitung" }, items: ["a"] })] })] }`,
			"src/content/docs/en/a.md": "---\ntitle: A\n---",
			"src/content/docs/de/a.md": "---\ntitle: Ah\n---",
		},
		locales: [ENGLISH, { ...GERMAN, words: { Guide: "Anleitung" } }],
		addresses: { "/en/a": "/a", "/de/a": "/de/a" },
		sidebars: { "/a": ["Guide", "A"], "/de/a": ["Anleitung", "Ah"] },
	},
	Docusaurus: {
		files: {
			"docusaurus.config.js": `module.exports = { title: "Example", i18n: { defaultLocale: "en", locales: ["en", "de"] }, presets: [["classic", { docs: {} }]] }`,
			"versions.json": `["2.0", "1.0"]`,
			"docs/a.md": "# A of the next",
			"versioned_docs/version-2.0/a.md": "# A of 2",
			"versioned_docs/version-1.0/a.md": "# A of 1",
			"i18n/de/docusaurus-plugin-content-docs/version-2.0/a.md": "# Ah",
		},
		locales: [ENGLISH, GERMAN],
		versions: [
			{ name: "2.0", label: "2.0" },
			{ name: "1.0", label: "1.0" },
			{ name: "next", label: "Next" },
		],
		addresses: {
			"/docs/a": "/docs/a",
			"/docs/1.0/a": "/1.0/docs/a",
			"/docs/next/a": "/next/docs/a",
			"/de/docs/a": "/de/docs/a",
		},
		sidebars: { "/docs/a": ["A of 2"], "/1.0/docs/a": ["A of 1"], "/de/docs/a": ["Ah"] },
	},
	"Nuxt Content": {
		files: {
			"nuxt.config.ts": `export default defineNuxtConfig({ i18n: { defaultLocale: "en", locales: [{ code: "en", name: "English" }, { code: "de", name: "Deutsch" }] } })`,
			"content/en/1.guide/1.a.md": "# A",
			"content/en/2.api/1.b.md": "# B",
			"content/de/1.guide/1.a.md": "# Ah",
			"content/de/2.api/1.b.md": "# Be",
		},
		locales: [ENGLISH, GERMAN],
		addresses: { "/guide/a": "/guide/a", "/de/guide/a": "/de/guide/a" },
		sidebars: {
			"/guide/a": ["Guide", "A", "API", "B"],
			"/de/guide/a": ["Guide", "Ah", "API", "Be"],
		},
	},
	"MkDocs with suffixes": {
		files: {
			"mkdocs.yml": `site_name: Example
nav: [{ Guide: [a.md] }]
plugins:
  - i18n:
      languages:
        - { locale: en, default: true, name: English }
        - { locale: de, name: Deutsch, nav_translations: { Guide: Anleitung } }
`,
			"docs/a.md": "# A",
			"docs/a.de.md": "# Ah",
		},
		locales: [ENGLISH, { ...GERMAN, words: { Guide: "Anleitung" } }],
		addresses: { "/a/": "/a", "/de/a/": "/de/a" },
		sidebars: { "/a": ["Guide", "A"], "/de/a": ["Anleitung", "Ah"] },
	},
	"MkDocs with folders": {
		files: {
			"mkdocs.yml": `site_name: Example
plugins: { i18n: { docs_structure: folder, languages: [{ locale: de, name: Deutsch }, { locale: en, default: true, name: English }] } }
`,
			"docs/en/a.md": "# A",
			"docs/de/a.md": "# Ah",
		},
		locales: [ENGLISH, GERMAN],
		addresses: { "/a/": "/a", "/de/a/": "/de/a" },
		sidebars: { "/a": ["A"], "/de/a": ["Ah"] },
	},
	Hugo: {
		files: {
			"hugo.yaml": `defaultContentLanguage: en
languages:
  de: { languageName: Deutsch, weight: 2, contentDir: content/german }
  en: { languageName: English, weight: 1, contentDir: content/english }
`,
			"content/english/a.md": "---\ntitle: A\n---",
			"content/german/a.md": "---\ntitle: Ah\n---",
		},
		locales: [ENGLISH, GERMAN],
		addresses: { "/a/": "/a", "/de/a/": "/de/a" },
		sidebars: { "/a": ["A"], "/de/a": ["Ah"] },
	},
};

test.each(Object.entries(FOLDERS))("languages and versions of %s are adopted", async (_, {
	files,
	locales,
	versions,
	addresses,
	sidebars,
}) => {
	const siteFolder = await writeSiteFolder(files);

	await adopt([siteFolder]);
	const revision = await loadRevision({ siteFolder, environment: {} });

	const { editions } = revision.config;
	expect(editions.locales).toMatchObject(locales ?? []);
	expect(editions.versions).toMatchObject(versions ?? []);
	for (const [original, path] of Object.entries(addresses)) {
		expect(answerAt(revision, original), original).toBe(path);
	}
	for (const [path, titles] of Object.entries(sidebars)) {
		const { sidebar } = navigationFor(revision, path, () => true);
		const shown = sidebar.flatMap(({ title, children = [] }) => [
			title,
			...children.map((child) => child.title),
		]);
		expect(shown, path).toEqual(titles);
	}
});

function answerAt(
	{ pages, config, foldedPaths }: Awaited<ReturnType<typeof loadRevision>>,
	address: string,
): string | undefined {
	const path = address.replace(/(?<=.)\/$/, "");
	if (pages.has(path)) return path;
	return (
		foldedPaths.get(path) ?? redirectOf(config.routeRules.find(({ pattern }) => pattern === path))
	);
}

function redirectOf(entry: { readonly rule: unknown } | undefined): string | undefined {
	const { redirect } = (entry?.rule ?? {}) as { redirect?: { to: string } };
	return redirect?.to;
}
