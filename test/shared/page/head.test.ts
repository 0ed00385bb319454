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

	test("a page's own description wins over the site's", () => {
		const site = { ...siteAt(undefined), description: "The site's" };

		const own = pageHead(site, { title: "A", path: "/a", description: "The page's" }, "");
		const inherited = pageHead(site, { title: "A", path: "/a" }, "");

		expect(contents(own)).toMatchObject({
			description: "The page's",
			"og:description": "The page's",
		});
		expect(contents(inherited)).toMatchObject({
			description: "The site's",
			"og:description": "The site's",
		});
	});

	test("accounts are named only when they are configured", () => {
		const site = { ...siteAt(undefined), twitter: { site: "@loggia", creator: "@author" } };

		const head = pageHead(site, { title: "A", path: "/a" }, "");

		expect(contents(head)).toMatchObject({
			"twitter:site": "@loggia",
			"twitter:creator": "@author",
		});
	});

	test("an untitled index goes by the site's name alone", () => {
		const head = pageHead(siteAt(undefined), { title: "", path: "/" }, "");

		expect(head.title).toBe("Loggia");
		expect(contents(head)["og:title"]).toBe("Loggia");
	});

	test("an image becomes an absolute URL, or nothing while the site has none", () => {
		const page = { title: "A", path: "/a", image: "/docs/card.png" };

		const known = pageHead(siteAt("https://example.org"), page, "");
		const unknown = pageHead(siteAt(undefined), page, "");

		expect(contents(known)["og:image"]).toBe("https://example.org/docs/card.png");
		expect(contents(unknown)["og:image"]).toBeUndefined();
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
			return ["name" in tag ? tag.name : tag.property, tag.content];
		}),
	);
}
