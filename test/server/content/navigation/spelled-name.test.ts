import { describe, expect, test } from "vitest";
import {
	ANY_NAME,
	hasName,
	joinNames,
	spelledName,
} from "../../../../src/server/content/routing/spellings.ts";

describe("spelledName", () => {
	test.each([
		"/guide/install",
		"../02-Install.md",
		"install.html",
		"2.install/",
		"/INSTALL.mdx",
	])("is what the spellings of a path have in common: %s", (path) => {
		expect(spelledName(path)).toBe("install");
	});

	const NAMELESS = ["", "/", "..", "./", "index.md", "_index", "README.md", "/2024"];

	test.each(NAMELESS)("is any for a path without a name of its own: %s", (path) => {
		expect(spelledName(path)).toBe(ANY_NAME);
	});
});

test("a name is found among others as a whole, and any among any", () => {
	const joined = joinNames(["install", "start", "install"]);
	expect(hasName(joined, ["start"])).toBe(true);
	expect(hasName(joined, ["stall"])).toBe(false);
	expect(hasName(joined, [ANY_NAME])).toBe(true);
	expect(hasName(joined, [])).toBe(false);
	expect(hasName(joinNames([ANY_NAME]), ["start"])).toBe(true);
	expect(hasName("", [ANY_NAME])).toBe(false);
});
