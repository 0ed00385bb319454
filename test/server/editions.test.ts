import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSearchSite, type SearchTestSite } from "../support/search-site.ts";

const EXAMPLE = join(import.meta.dirname, "../../examples/editions");

test("each page leads to itself in the other languages and versions", async () => {
	const { service } = await serve();

	const page = (await service.inject("/guide")).body;

	expect(page).toMatch(/^<!doctype html>\n<html lang="en" data-locale="en" /);
	expect(page).toContain(
		'<a lang="en" hrefLang="en" aria-current="true" data-file="true" href="/guide">English</a></li><li><a lang="de" hrefLang="de" data-file="true" href="/de/guide">',
	);
	expect(page).toContain(
		'<summary>Version 2</summary><ul class="more-list"><li><a aria-current="true" data-file="true" href="/guide">Version 2</a></li><li><a data-file="true" href="/v1/guide">Version 1</a>',
	);
	expect(page).not.toContain("Older version");
});

test("a page by suffix and one by folder are of their language, with a navigation of their own", async () => {
	const { service } = await serve();

	const [home, guide] = await Promise.all([service.inject("/de"), service.inject("/de/guide")]);

	expect(guide.body).toMatch(/<html lang="de" data-locale="de" /);
	expect(guide.body).toContain("Drücke den Knopf");
	expect(guide.body).toContain('<a href="/de/descale">Entkalken</a>');
	expect(home.body).toContain('<a href="/de/descale">entkalkt</a>');
	expect(guide.body).toContain('<a class="site-name" href="/de">');
	expect(guide.body).toContain('action="/de/search"');
	expect(headerOf(home.body)).not.toMatch(/href="\/(?:guide|v1|descale)"/);
});

test("what is not translated is shown in the main language with a notice, and known under that", async () => {
	const { service } = await serve();

	const { statusCode, body } = await service.inject("/de/descale");

	expect(statusCode).toBe(200);
	expect(body).toContain("Boil vinegar");
	expect(body).toContain("Diese Seite wird in ihrer Originalsprache angezeigt: English.");
	expect(body).toContain('rel="canonical" href="https://example.org/descale"');
	expect(body).toMatch(
		/href="\/de\/guide"[^>]*rel="(?:prev|next)"|rel="(?:prev|next)"[^>]*href="\/de\/guide"/,
	);
	expect(body).not.toMatch(
		/href="\/guide"[^>]*rel="(?:prev|next)"|rel="(?:prev|next)"[^>]*href="\/guide"/,
	);
	expect((await service.inject("/de/nowhere")).statusCode).toBe(404);
});

test("an old version says so, names the newest, and is not for search engines", async () => {
	const { service } = await serve();

	const { body } = await service.inject("/v1/guide");
	const sitemap = (await service.inject("/sitemap.xml")).body;

	expect(body).toContain('The newest version is <a data-file="true" href="/guide">Version 2</a>');
	expect(body).toContain('rel="canonical" href="https://example.org/guide"');
	expect(body).toContain('name="robots" content="noindex"');
	expect(body).toContain('data-version="v1"');
	expect(sitemap).not.toContain("/v1");
	expect(sitemap).toContain(
		'<loc>https://example.org/de/guide</loc><xhtml:link rel="alternate" hreflang="en" href="https://example.org/guide"/><xhtml:link rel="alternate" hreflang="de" href="https://example.org/de/guide"/><xhtml:link rel="alternate" hreflang="x-default" href="https://example.org/guide"/>',
	);
});

test("a version below a folder has the pages of that folder", async () => {
	const { service } = await createSearchSite({
		"site.yaml": `content: [{ folder: docs, at: /docs }, { folder: old, at: /docs/v1 }]
navigation: [{ title: Guide, section: true, folder: docs }]
versions:
  - { name: v2, label: Version 2 }
  - { name: v1, label: Version 1, path: /docs/v1 }
`,
		"docs/guide.md": "# Guide\n",
		"old/guide.md": "# Old guide\n",
	});

	const [guide, old] = await Promise.all(
		["/docs/guide", "/docs/v1/guide"].map((path) => service.inject(path)),
	);

	expect(guide?.body).toContain('href="/docs/v1/guide">Version 1</a>');
	expect(guide?.body).not.toContain("Old guide");
	expect(old?.body).toContain('The newest version is <a data-file="true" href="/docs/guide">');
	expect(headerOf(old?.body ?? "")).toContain('href="/docs/v1/guide"');
});

test("a version whose tag is in no repository is not offered", async () => {
	const { service } = await createSearchSite({
		"site.yaml": `versions:
  - { name: v3, label: Version 3 }
  - { name: v2, label: Version 2, tag: v2.0 }
  - { name: v1, label: Version 1, tag: v1.0 }
`,
		"pages/guide.md": "# Guide\n",
		"pages/v1/guide.md": "# Old guide\n",
	});

	const { body } = await service.inject("/guide");

	expect(body).toContain('href="/v1/guide"');
	expect(body).not.toContain("Version 2");
});

test("search and feeds are of the language and the version that are read", async () => {
	const { service, find } = await serve();
	const urls = async (text: string, words = {}): Promise<readonly string[]> =>
		(await find(text, words)).results.map(({ url }) => url);

	expect(await urls("button")).toEqual(["/guide"]);
	expect(await urls("button", { version: "v1" })).toEqual(["/v1/guide"]);
	expect(await urls("button", { locale: "de" })).toEqual([]);
	expect(await urls("knöpfe", { locale: "de" })).toEqual(["/de/guide"]);
	expect(await urls("button", { version: "v9" })).toEqual([]);
	expect((await service.inject("/de/search?q=Kessel")).body).toContain("Gefundene Seiten: 2");
	expect((await service.inject("/xx/search?q=Kessel")).statusCode).toBe(404);
	const feed = (await service.inject("/de/feed.xml")).body;
	expect(feed).toContain('xml:lang="de"');
	expect(feed).not.toContain("<title>Guide</title>");
	expect((await service.inject("/de/guide")).body).toContain('href="/de/feed.xml"');
	expect((await service.inject("/guide")).body).toContain('href="/feed.xml"');
});

test("an address of nothing is told of pages in its language, and in the main one", async () => {
	const { service } = await serve();
	const offered = async (url: string): Promise<readonly string[]> => {
		const { body } = await service.inject({ url, headers: { accept: "text/html" } });
		const [list = ""] = /(?:Pages with|Seiten mit).*?<\/ul>/s.exec(body) ?? [];
		return Array.from(list.matchAll(/href="([^"]*)"/g), ([, path = ""]) => path);
	};

	expect(await offered("/nowhere/guide")).toEqual(["/guide"]);
	expect(await offered("/de/nowhere/guide")).toEqual(["/de/guide", "/guide"]);
	expect(await offered("/v1/nowhere/guide")).toEqual(["/v1/guide", "/guide"]);
});

test("the home page suggests the language of the browser, and no other page does", async () => {
	const { service } = await serve();
	const ask = async (url: string, language: string): Promise<string> => {
		const answer = await service.inject({ url, headers: { "accept-language": language } });
		return answer.statusCode === 200 ? answer.body : "";
	};
	const suggestion = '<p><a lang="de" hrefLang="de" data-file="true" href="/de">Deutsch</a></p>';

	expect(await ask("/", "en")).not.toContain(suggestion);
	expect(await ask("/", "de-AT, de;q=0.9, en;q=0.8")).toContain(suggestion);
	expect(await ask("/", "en, de;q=0.5")).not.toContain(suggestion);
	expect(await ask("/guide", "de")).not.toContain(suggestion);
});

test("a page is framed in its own language, and so are its search, its errors and its dates", async () => {
	const { service } = await createSearchSite({
		"site.yaml": `locales:
  - { code: en, label: English, words: { Search: Find } }
  - { code: de, label: Deutsch, words: { Next: Vorwärts } }
versions: [{ name: v2, label: "2" }, { name: v1, label: "1" }]
analytics: { consent: required, banner: true }
lastUpdated: true
`,
		"pages/guide.md": "# Guide\n\n> [!NOTE]\n> Said once.\n",
		"pages/guide.de.md": "# Anleitung\n\n> [!NOTE]\n> Einmal gesagt.\n\n| a |\n| - |\n| b |\n",
		"pages/de/next.md": "---\ntitle: Danach\n---\n:::tip\nSo.\n:::\n",
		"pages/de/v1/guide.md": "# Alte Anleitung\n",
		"pages/de/consent.md": "# Statistik\n\n::island{analytics-consent}\n",
		"pages/de/try.md": "# Ausprobieren\n\n::island{early-access}\n",
	});
	const bodyOf = async (path: string): Promise<string> => (await service.inject(path)).body;

	expect(await bodyOf("/guide")).toMatch(/placeholder="Find"[\s\S]*callout-title">Note</);
	const german = await bodyOf("/de/guide");
	expect(german).toMatch(
		/placeholder="Suchen"[\s\S]*callout-title">Hinweis<[\s\S]*aria-label="Tabelle"/,
	);
	expect(german).toContain("Zuletzt geändert");
	expect(german).toContain('"Next":"Vorwärts"');
	expect(german).toContain('"No":"Nein"');
	expect(german).toContain(
		'<nav class="sections editions" aria-label="Sprache"><details><summary>Deutsch</summary>',
	);
	expect(await bodyOf("/de/next")).toContain('callout-title">Tipp<');
	expect(await bodyOf("/de/v1/guide")).toContain("Dies ist 1. Die neueste Version ist <a");
	expect(await bodyOf("/de/consent")).toContain("Ohne Skripte werden Ihre Besuche nicht gezählt.");
	const panel = await bodyOf("/de/try");
	expect(panel).toContain("Was sich schon ausprobieren lässt, führt hier ein Skript auf.");
	expect(panel).toContain("Zurzeit gibt es nichts auszuprobieren.");
	expect(await bodyOf("/de/nowhere")).toMatch(
		/<html lang="de" data-locale="de"[\s\S]*Zur Startseite/,
	);
	expect(await bodyOf("/de/search?q=nirgends")).toMatch(
		/<html lang="de" [\s\S]*Zu „nirgends“ wurde keine Seite gefunden\./,
	);
});

test("a language that is written from right to left is shown so", async () => {
	const { service } = await createSearchSite({
		"site.yaml": "locales:\n  - { code: en, label: English }\n  - { code: ar, label: العربية }\n",
		"index.md": "# Home\n",
		"index.ar.md": "# أهلا\n",
	});

	expect((await service.inject("/ar")).body).toMatch(/<html lang="ar" dir="rtl"/);
});

function serve(): Promise<SearchTestSite> {
	const names = globSync("**/*.{md,yaml}", { cwd: EXAMPLE });
	const files = names.map((name) => [name, readFileSync(join(EXAMPLE, name), "utf8")]);
	return createSearchSite(Object.fromEntries(files), {
		environment: { SITE_URL: "https://example.org" },
	});
}

function headerOf(html: string): string {
	return /<header[\s\S]*?<\/header>/.exec(html)?.[0] ?? "";
}
