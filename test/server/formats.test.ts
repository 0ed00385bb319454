import Validator from "@adobe/structured-data-validator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createTestSite } from "../support/test-site.ts";
import { validateXml } from "../support/validate-xml.ts";

/** Titles that no author writes on purpose, of which every format has to make something. */
const TITLES = fc.sample(fc.string({ unit: "binary", minLength: 1 }), 40);

const FILES = {
	"site.yaml": [
		'name: Tea & "Time" <b>',
		"description: Notes on tea & more.",
		"locales: [{ code: en, label: English }, { code: de, label: Deutsch }]",
	].join("\n"),
	"pages/index.md": "# Welcome\n",
	"pages/de/index.md": "# Willkommen\n",
	"pages/guide/übung & (1).md": "---\ndescription: <b>Practice</b> & theory\n---\n# Practice\n",
	"pages/de/guide/übung & (1).md": "# Übung\n",
	"pages/blog/index.md": "---\ntype: blog\n---\n# News\n",
	"pages/blog/2026-01-02-first.md": "---\nauthors: [Ada & Co]\ntags: [a]\n---\n# First\n",
	...Object.fromEntries(
		TITLES.map((title, index) => [
			`pages/odd/${index}.md`,
			`---\ntitle: ${JSON.stringify(title)}\ndescription: ${JSON.stringify(title)}\n---\nText.\n`,
		]),
	),
};
const ENVIRONMENT = { SITE_URL: "https://example.org", BASE_PATH: "/docs" };

test("sitemap and feeds are what their schemas say, whatever pages are called", async () => {
	const { service } = await createTestSite({ files: FILES, environment: ENVIRONMENT });
	const read = async (path: string): Promise<string> => {
		const { statusCode, body } = await service.inject(`/docs${path}`);
		expect(statusCode, path).toBe(200);
		return body;
	};

	const sitemap = await read("/sitemap.xml");
	expect(sitemap).toContain("xhtml:link");
	expect(await validateXml(sitemap, "sitemap")).toEqual([]);
	for (const folder of ["", "/de", "/blog", "/odd", "/guide"]) {
		expect(await validateXml(await read(`${folder}/feed.xml`), "atom"), folder).toEqual([]);
	}
});

test("the data of each page is what search engines take", async () => {
	const { service } = await createTestSite({ files: FILES, environment: ENVIRONMENT });
	const paths = ["", "/guide/%C3%BCbung%20&%20(1)", "/blog/2026-01-02-first", "/odd/3"];

	for (const path of paths) {
		const { body } = await service.inject(`/docs${path}`);
		const [, json = "{}"] = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(body) ?? [];
		const data = JSON.parse(json);
		expect(data["@context"], path).toBe("https://schema.org");
		expect(await validateData(data["@graph"] ?? [data]), path).toEqual([]);
	}
});

/** @returns What Google's rules for rich results find wrong; what lacks a recommended part is right. */
async function validateData(
	items: readonly { readonly "@type": string }[],
): Promise<readonly string[]> {
	const jsonld = Object.fromEntries(items.map((item) => [item["@type"], [item]]));
	const issues = await new Validator().validate({ jsonld });
	return issues
		.filter(({ severity }) => severity === "ERROR")
		.map(({ issueMessage }) => issueMessage);
}
