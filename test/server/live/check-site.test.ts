import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { checkSite } from "../../../src/server/live/check-site.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";

const ENTRY = pathToFileURL(
	join(import.meta.dirname, "../../../dist/server/live/content-thread.js"),
);

test("every problem of a folder is listed, equal ones together, the most frequent first", async () => {
	const pages = Array.from({ length: 1200 }, (_, index) => [
		`p${index}.md`,
		`---\nbreadth: ${index}\n---\n# Page ${index}\n`,
	]);
	const folder = await writeSiteFolder({
		...Object.fromEntries(pages),
		"index.md": "[a](nope.md) [b](nowhere.md)\n",
	});

	const { report, problemCount } = await checkSite([folder], ENTRY);

	expect(problemCount).toBe(1202);
	expect(report).toMatch(/^1202 problems\n\n1200 × Key "breadth" is not known\n {2}p0\.md:2:1: /);
	expect(report).toContain(
		'2 × Link "…" leads to no page and no file\n  index.md:1: Link "nope.md"',
	);
	expect(report.split("\n").filter((line) => line.includes('Key "breadth"'))).toHaveLength(1201);
});

test("a folder without problems says so, and one that cannot be served is refused", async () => {
	const good = await writeSiteFolder({ "index.md": "# Home\n" });
	const bad = await writeSiteFolder({ "site.yaml": "name: [\n" });

	await expect(checkSite([good], ENTRY)).resolves.toEqual({
		report: "No problems",
		problemCount: 0,
	});
	await expect(checkSite([bad], ENTRY)).rejects.toThrow("Must be valid YAML");
	await expect(checkSite([], ENTRY)).rejects.toThrow("must be one folder");
});
