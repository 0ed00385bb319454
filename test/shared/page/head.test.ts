import { describe, expect, test } from "vitest";
import { pageNotFound } from "../../../src/shared/page/errors.ts";
import {
	canonicalUrl,
	DEFAULT_CANONICAL_QUERY,
	errorHead,
	type Head,
	type HeadSite,
	pageHead,
} from "../../../src/shared/page/head.ts";

describe("canonicalUrl()", () => {
	test.each([
		["/", "", "https://example.org/"],
		["/a", "", "https://example.org/a"],
		["/a b", "", "https://example.org/a%20b"],
		["/a", "?page=2", "https://example.org/a?page=2"],
		["/a", "?utm_source=x&page=2&ref=y&q=z", "https://example.org/a?page=2&q=z"],
		["/a", "?utm_source=x", "https://example.org/a"],
		["/a", "?q=%C3%A9%26", "https://example.org/a?q=%C3%A9%26"],
		["/a", "?", "https://example.org/a"],
		["/a", "?pages=2&PAGE=2", "https://example.org/a"],
	])("%s with %s is %s", (path, query, url) => {
		expect(canonicalUrl(siteAt("https://example.org"), path, query)).toBe(url);
	});

	test("a site below a base path has it in the canonical URL", () => {
		const site = { ...siteAt("https://example.org"), basePath: "/docs" };

		expect(canonicalUrl(site, "/a", "")).toBe("https://example.org/docs/a");
		expect(canonicalUrl(site, "/", "")).toBe("https://example.org/docs");
	});

	test("the site chooses the query parameters that count", () => {
		const site = { ...siteAt("https://example.org"), canonicalQuery: ["lang"] };

		expect(canonicalUrl(site, "/a", "?lang=de&page=2")).toBe("https://example.org/a?lang=de");
	});

	test("without a configured URL there is none", () => {
		expect(canonicalUrl(siteAt(undefined), "/a", "")).toBeUndefined();
	});
});

describe("pageHead()", () => {
	test("every page has the social tags that need no configuration", () => {
		const head = pageHead(siteAt("https://example.org"), { title: "Install", path: "/a" }, "");

		expect(head.title).toBe("Install | Loggia");
		expect(contents(head)).toEqual({
			"og:type": "website",
			"og:site_name": "Loggia",
			"og:title": "Install",
			"og:locale": "en_GB",
			"og:url": "https://example.org/a",
			canonical: "https://example.org/a",
		});
	});

	test.each([
		[
			"its own description",
			{ description: "The site's" },
			{ description: "The page's" },
			{ description: "The page's", "og:description": "The page's" },
		],
		[
			"the description of the site",
			{ description: "The site's" },
			{},
			{ description: "The site's", "og:description": "The site's" },
		],
		[
			"accounts that are configured",
			{ twitter: { site: "@loggia", creator: "@author" } },
			{},
			{ "twitter:site": "@loggia", "twitter:creator": "@author" },
		],
		[
			"an image with an absolute URL",
			{ url: "https://example.org" },
			{ image: "/docs/card.png" },
			{ "og:image": "https://example.org/docs/card.png" },
		],
		["no image while it has no URL", {}, { image: "/docs/card.png" }, { "og:image": undefined }],
	])("a page has %s", (_what, site, page, expected) => {
		const head = pageHead(
			{ ...siteAt(undefined), ...site },
			{ title: "A", path: "/a", ...page },
			"",
		);

		expect({ "og:image": undefined, ...contents(head) }).toMatchObject(expected);
	});

	test("an untitled index goes by the site's name alone", () => {
		const head = pageHead(siteAt(undefined), { title: "", path: "/" }, "");

		expect(head.title).toBe("Loggia");
		expect(contents(head)["og:title"]).toBe("Loggia");
	});
});

test("the head of an error is never indexed, never canonical and says what happened", () => {
	const head = errorHead(siteAt("https://example.org"), pageNotFound("/nope"));

	expect(head.title).toBe("404 - Page not found: /nope | Loggia");
	expect(contents(head)).toEqual({
		robots: "noindex",
		"og:type": "website",
		"og:site_name": "Loggia",
		"og:title": "Page Not Found",
		"og:locale": "en_GB",
	});
});

function siteAt(url: string | undefined): HeadSite {
	return {
		name: "Loggia",
		url,
		basePath: "",
		locale: "en-GB",
		titleSeparator: "|",
		canonicalQuery: DEFAULT_CANONICAL_QUERY,
	};
}

/** What the tags say, by the name, property or relation that they say it under. */
function contents(head: Head): Record<string, string> {
	return Object.fromEntries(
		head.tags.map((tag) => {
			if (tag.tag === "link") return [tag.rel, tag.href];
			if (tag.tag === "script") return [tag.type, tag.text];
			return ["name" in tag ? tag.name : tag.property, tag.content];
		}),
	);
}
