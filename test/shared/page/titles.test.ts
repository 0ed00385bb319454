import { describe, expect, test } from "vitest";
import { documentTitle } from "../../../src/shared/page/head.ts";
import { titleOfPath } from "../../../src/shared/page/title-of-path.ts";

describe("titleOfPath()", () => {
	test.each([
		["/", ""],
		["/getting-started", "Getting Started"],
		["/some_thing", "Some Thing"],
		["/someThing", "Some Thing"],
		["/FAQ", "FAQ"],
		["/guide/the-FAQ", "The FAQ"],
		["/the-art-of-the-deal", "The Art of the Deal"],
		["/a-day-in-the-life", "A Day in the Life"],
		["/to-be-or-not-to-be", "To Be or Not to Be"],
		["/on-and-off", "On and Off"],
		["/caf%C3%A9-menu", "Café Menu"],
		["/café-menu", "Café Menu"],
		["/HTTPServer", "HTTP Server"],
		["/100%", "100%"],
		["/trailing/", "Trailing"],
		["/2fa-setup", "2fa Setup"],
		["/TypeScript", "TypeScript"],
		["/using-typescript", "Using TypeScript"],
		["/UsingTypeScript", "Using TypeScript"],
		["/OAuth2-with-GitHub", "OAuth2 with GitHub"],
		["/iOS", "iOS"],
		["/api", "API"],
		["/rest-api-v2", "Rest API V2"],
		["/user-ids", "User IDs"],
		["/HTMLElement", "HTML Element"],
		["/happiness", "Happiness"],
		["/blog/2026-11-20-hello-world", "Hello World"],
		["/2026-11-20", "2026 11 20"],
	])("%s gives “%s”", (path, title) => {
		expect(titleOfPath(path)).toBe(title);
	});
});

test.each([
	["Install", "|", "Loggia", "Install | Loggia"],
	["Install", "·", "Loggia", "Install · Loggia"],
	["", "|", "Loggia", "Loggia"],
	["Install", "|", "", "Install"],
])("the title “%s” with “%s” on the site “%s” is “%s”", (page, separator, site, title) => {
	expect(documentTitle(page, separator, site)).toBe(title);
});
