import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
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

	test("every internal link answers, or is a problem with file and line", async () => {
		const { service, revision } = await createTestSiteOver(folder);
		const links = await internalLinks(service, [...revision.pages.keys()]);

		const dead: string[] = [];
		for (const [link, from] of links) {
			const { statusCode } = await service.inject(link);
			const file = revision.pages.get(from)?.file;
			const reported = revision.problems.some(
				(problem) => problem.file === file && (problem.line ?? 0) > 0,
			);
			if (statusCode !== 200 && !reported) dead.push(`${from} → ${link}: ${statusCode}`);
		}

		expect(links.size).toBeGreaterThan(40);
		expect(dead).toEqual([]);
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

/** Every link of every page to a path of the site, with the page that it stands on. */
async function internalLinks(
	service: FastifyInstance,
	paths: readonly string[],
): Promise<Map<string, string>> {
	const links = new Map<string, string>();
	for (const path of paths) {
		const { body } = await service.inject(path);
		for (const [, href = ""] of body.matchAll(/<a\b[^>]*\bhref="(\/[^"#]*)/g))
			links.set(href, path);
	}
	return links;
}
