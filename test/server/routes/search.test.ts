import { expect, test } from "vitest";
import { createSearchSite } from "../../support/search-site.ts";

const FILES = {
	"site.yaml": "name: Tea\n",
	"pages/index.md": "# Welcome\n\nAll about tea.\n",
	"pages/guide/brewing.md":
		"# Brewing\n\nHow to brew.\n\n## Green tea\n\nUse water of eighty degrees.\n\n### Gyokuro <b>\n\nCooler water.\n\n## Black tea\n\n```sh\nkettle --boil\n```\n",
	"pages/guide/storing.md": "# Storing\n\nKeep leaves dry.\n",
	"pages/日本語.md": "# 日本語の文書\n\n全文検索は速い。\n",
};

test("the endpoint names the page, the section and the words in their context", async () => {
	const { find } = await createSearchSite(FILES);

	const { results } = await find("eighty degree");

	expect(results[0]).toEqual({
		title: { text: "Brewing", marks: [] },
		url: "/guide/brewing",
		sections: [
			{
				heading: { text: "Green tea", marks: [] },
				url: "/guide/brewing#green-tea",
				excerpt: {
					text: "Use water of eighty degrees.",
					marks: [
						[13, 19],
						[20, 27],
					],
				},
				words: ["eighty"],
			},
		],
	});
});

test("words are found while they are typed, in other forms, with mistakes, in quotes and in code", async () => {
	const { find } = await createSearchSite(FILES);
	const found: Record<string, string | undefined> = {};

	for (const text of [
		"kett",
		"brewed",
		"brweing",
		'"water of eighty"',
		"gyokuro kettle",
		"--boil",
	]) {
		found[text] = (await find(text)).results[0]?.url;
	}

	expect(new Set(Object.values(found)), JSON.stringify(found)).toEqual(new Set(["/guide/brewing"]));
	expect((await find('"eighty water"')).results).toEqual([]);
});

test("words of a language without spaces are found", async () => {
	const { find } = await createSearchSite(FILES);

	for (const text of ["検索", "全文検索", "文", "文書"]) {
		const { results } = await find(text);
		expect([text, results[0]?.title.text]).toEqual([text, "日本語の文書"]);
	}
});

test("a section is searched alone, and a language that the site has not is empty", async () => {
	const { find } = await createSearchSite(FILES);

	const urls = async (parameters: Record<string, string>): Promise<readonly string[]> =>
		(await find("tea", parameters)).results.map(({ url }) => url);

	expect(await urls({})).toContain("/");
	expect(await urls({ section: "/guide" })).toEqual(["/guide/brewing"]);
	expect(await urls({ section: "/gui" })).toEqual([]);
	expect(await urls({ locale: "en" })).toContain("/");
	expect(await urls({ locale: "de" })).toEqual([]);
});

test("the page of results works without JavaScript, and is not for search engines", async () => {
	const { service } = await createSearchSite(FILES, { environment: { BASE_PATH: "/docs" } });

	const response = await service.inject("/docs/search?q=eighty");

	expect(response.statusCode).toBe(200);
	expect(response.body).toContain('name="robots" content="noindex"');
	expect(response.body).toContain("Pages found: 1");
	expect(response.body).toContain('href="/docs/guide/brewing#green-tea:~:text=eighty"');
	expect(response.body).toContain("<mark>eighty</mark>");
});

test("what is looked for is text, never markup", async () => {
	const { service, find } = await createSearchSite(FILES);

	const response = await service.inject(`/search?q=${encodeURIComponent('"><script>x</script>')}`);

	expect(response.body).not.toContain("<script>x");
	expect((await find("gyokuro")).results[0]?.sections[0]?.heading?.text).toBe("Gyokuro <b>");
});

test("a page of the author at /search wins", async () => {
	const { service } = await createSearchSite({ ...FILES, "pages/search.md": "# My own\n" });

	expect((await service.inject("/search?q=tea")).body).toContain("My own");
});

test("an answer is kept with its revision, each question by itself, and none is given without a question", async () => {
	const { service } = await createSearchSite(FILES);
	const ask = () => service.inject("/api/search?q=water");

	const [first, again] = [await ask(), await ask()];
	const other = await service.inject("/api/search?q=leaves");

	expect(again.headers.etag).toBe(first.headers.etag);
	expect(other.headers.etag).not.toBe(first.headers.etag);
	expect(first.headers["cache-control"]).toBe("no-cache");
	const etag = String(first.headers.etag);
	const known = await service.inject({
		url: "/api/search?q=water",
		headers: { "if-none-match": etag },
	});
	expect(known.statusCode).toBe(304);
	expect((await service.inject("/api/search")).statusCode).toBe(400);
});
