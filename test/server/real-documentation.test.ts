import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { guessedPath, markdownFiles, REAL_DOCUMENTATION } from "../support/markdown-files.ts";
import { createTestSiteOver } from "../support/test-site.ts";

describe.for(REAL_DOCUMENTATION)("the documentation of $name", ({ folder }) => {
	test("every file is a page with its title, its headings and its code", async () => {
		const { service } = await createTestSiteOver(folder);

		for (const file of await markdownFiles(folder)) {
			const source = await readFile(join(folder, file), "utf8");
			const { statusCode, body } = await service.inject(guessedPath(file));

			expect([file, statusCode]).toEqual([file, 200]);
			expect([file, missingFrom(body, source)]).toEqual([file, []]);
		}
	});
});

/** What an author would look for on the page and not find: headings and the first line of code blocks. */
function missingFrom(body: string, source: string): string[] {
	const text = plainText(body);
	const outside = source.replace(/^---\n.*?\n---\n/s, "").replace(/^(`{3,}).*?^\1/gms, "");
	const headings = [...outside.matchAll(/^#{1,3} +([\w ]+)$/gm)].map(
		([, heading]) => heading ?? "",
	);
	const code = [...source.matchAll(/^```\w+[^\n]*\n(.+)$/gm)].map(([, line]) => line ?? "");
	const title = /^title: *["']?([^"'\n]+)/m.exec(source)?.[1] ?? "";
	return [title, ...headings, ...code].filter((part) => !text.includes(plainText(part, "source")));
}

/** The text without markup, and with all white space folded. */
function plainText(html: string, kind: "html" | "source" = "html"): string {
	const text = kind === "source" ? html : html.replace(/<[^>]*>/g, "");
	return text
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&quot;", '"')
		.replace(/&#(?:39|x27);/g, "'")
		.replaceAll("&amp;", "&")
		.replace(/\s+/g, " ")
		.trim();
}
