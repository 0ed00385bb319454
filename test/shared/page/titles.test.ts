import { describe, expect, test } from "vitest";
import { documentTitle } from "../../../src/shared/page/head.ts";
import { titleOfPath } from "../../../src/shared/page/title-of-path.ts";
import { readRows } from "../../support/read-fixture.ts";

describe("titleOfPath()", () => {
	test.each(
		readRows<[path: string, title: string]>("content/names.yaml", "titles"),
	)("%s gives “%s”", (path, title) => {
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
