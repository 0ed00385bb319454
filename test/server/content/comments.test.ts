import { expect, test } from "vitest";
import { COMMENT_FORMS, COMMENT_PLACES } from "../../support/comment-forms.ts";
import { createSearchSite } from "../../support/search-site.ts";

const LISTS = ["/llms.txt", "/llms-full.txt", "/feed.xml", "/sitemap.xml"];

/** A page for each form of comment in each place. */
const pagesOf = (extension: string) =>
	Object.entries(COMMENT_FORMS).flatMap(([form, comment], number) =>
		Object.entries(COMMENT_PLACES).map(([place, write], at) => ({
			title: `${form} ${place}, ${extension}`,
			path: `/${number}-${at}`,
			file: `pages/${number}-${at}.${extension}`,
			text: write(comment),
		})),
	);

const INCLUDES = [
	(file: string) => `--8<-- "${file}"`,
	(file: string) => `<!--@include: ./${file}-->`,
	(file: string) => `{{#include ${file}}}`,
];

test.each([
	["md", true],
	["mdx", false],
])("no comment of any dialect leaves the server: page.%s, HTML allowed: %j", async (extension, html) => {
	const pages = pagesOf(extension);
	const included = pages.filter((_page, index) => index % 7 === 0);
	const including = included.flatMap(({ file, title }, index) => {
		const write = INCLUDES[index % INCLUDES.length] as (file: string) => string;
		const path = `/including-${index}`;
		const text = `# ${title}\n\n${write(file.replace("pages/", ""))}`;
		return [{ title: `${title}, included`, path, file: `pages${path}.md`, text }];
	});
	const all = [...pages, ...including];
	const site = await createSearchSite(
		{
			"site.yaml": `name: Example\nmarkdown: { html: ${html} }\n`,
			"pages/index.md": "# Welcome\n",
			...Object.fromEntries(all.map(({ file, text }) => [file, text])),
		},
		{ environment: { SITE_URL: "https://example.org" } },
	);
	const read = async (url: string, accept = "*/*"): Promise<string> =>
		(await site.service.inject({ url, headers: { accept } })).body;

	for (const { path, title } of all) {
		const page = await read(path);
		expect(page.includes("Before"), title).toBe(true);
		const texts = [page, await read(`${path}.md`), await read(path, "text/markdown")];
		texts.push(await read(`${path}/_payload.json`));
		expect(texts.filter((text) => text.includes("secret")).length, title).toBe(0);
	}
	for (const url of LISTS) {
		expect(/.*secret.*/.exec(await read(url))?.[0], url).toBeUndefined();
	}
	expect((await site.find("secret")).results).toEqual([]);
	expect((await site.find("welcome")).results).not.toEqual([]);
});
