import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { loadRevision } from "../../../src/server/content/load-revision.ts";
import { bodyHeadings, bodyHtml } from "../../../src/server/content/pages/page.ts";
import type { Revision } from "../../../src/server/content/revision.ts";

/** Documentation that other people wrote for other tools, served as it is. */
const FOLDERS = [
	{ name: "react-router", files: 86 },
	{ name: "fastify", files: 41 },
];

describe.each(FOLDERS)("the documentation of $name", ({ name, files }) => {
	const siteFolder = join(import.meta.dirname, "../../../node_modules", name, "docs");
	const sources = globSync("**/*.md", { cwd: siteFolder });
	let revision: Revision;

	beforeAll(async () => {
		revision = await loadRevision({ siteFolder, environment: {} });
	});

	test("is a page for every file, each on a path of its own", () => {
		const { pages } = revision;

		expect(sources).toHaveLength(files);
		expect(Array.from(pages.values(), ({ file }) => file).toSorted()).toEqual(sources.toSorted());
	});

	test("gives every page a title, but for an index that has none", () => {
		const untitled = [...revision.pages.values()].filter(({ title }) => title === "");

		expect(untitled.filter(({ path }) => path !== "/")).toEqual([]);
	});

	test("shows every code block of its sources, the fenced ones by their language", () => {
		for (const page of revision.pages.values()) {
			const { file } = page;
			const html = bodyHtml(page);
			const text = readFileSync(join(siteFolder, file), "utf8");
			const fences = Math.floor([...text.matchAll(/^[ >]*```/gm)].length / 2);
			const figures = html.split('<figure class="code">').length - 1;
			expect.soft(figures, file).toBeGreaterThanOrEqual(fences);
		}
	});

	test("shows every heading of its sources that a table of contents lists", () => {
		for (const page of revision.pages.values()) {
			const { file } = page;
			const [html, headings] = [bodyHtml(page), bodyHeadings(page)];
			const text = readFileSync(join(siteFolder, file), "utf8").replace(
				/^[ >]*```[\s\S]*?^[ >]*```/gm,
				"",
			);
			const written = [...text.matchAll(/^[ >]{0,5}#{2,3} /gm)].length;
			expect.soft(headings.length, file).toBe(written);
			for (const { id } of headings) expect.soft(html, file).toContain(`id="${id}"`);
		}
	});

	test("has no link that leads nowhere without a problem that says so, with file and line", () => {
		const { pages, files: siteFiles, problems } = revision;
		const reported = new Set(problems.map(({ file }) => file));

		for (const page of pages.values()) {
			const { file } = page;
			const html = bodyHtml(page);
			for (const [, href = ""] of html.matchAll(/<a href="(\/[^"]*)"/g)) {
				const path = decodeURIComponent(href.replace(/[?#].*$/, "")) || "/";
				if (pages.has(path) || siteFiles.has(path)) continue;
				expect.soft(reported, `${file}: ${href}`).toContain(file);
			}
		}
		for (const { file, line } of problems) {
			// One tells of the files that no page refers to.
			if (file === ".") continue;
			expect.soft(sources).toContain(file);
			expect.soft(line, file).toBeGreaterThan(0);
		}
	});

	test("puts no style, no handler and no script into a page", () => {
		for (const page of revision.pages.values()) {
			const { file } = page;
			const html = bodyHtml(page);
			expect.soft(html, file).not.toMatch(/<script|<[^>]*\s(?:style|on\w+)=/i);
		}
	});

	test("has an id only once on a page", () => {
		for (const page of revision.pages.values()) {
			const { file } = page;
			const html = bodyHtml(page);
			const ids = Array.from(html.matchAll(/<[^>]*\sid="([^"]*)"/g), ([, id]) => id);
			expect.soft(ids.length, file).toBe(new Set(ids).size);
		}
	});
});

test("the keys of React Router's front matter that mean nothing here are problems", async () => {
	const siteFolder = join(import.meta.dirname, "../../../node_modules/react-router/docs");

	const { problems } = await loadRevision({ siteFolder, environment: {} });

	expect(problems.filter(({ message }) => message.startsWith("Key"))).toEqual(
		[
			"how-to/custom-fetch.md",
			"how-to/react-server-components.md",
			"how-to/route-discovery.md",
		].map((file) => ({ file, line: 3, column: 1, message: 'Key "unstable" is not known' })),
	);
});
