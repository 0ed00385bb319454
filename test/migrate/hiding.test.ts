import { expect, test } from "vitest";
import { loadRevision } from "../../src/server/content/load-revision.ts";
import { isVisible } from "../../src/server/content/pages/page.ts";
import { adopt } from "../support/adopt.ts";
import { readFixture } from "../support/read-fixture.ts";
import { type SiteFiles, writeSiteFolder } from "../support/site-folder.ts";

interface Case {
	readonly files: SiteFiles;
	/** Rules of the generator, by the files that it does not publish. */
	readonly hidden: Readonly<Record<string, string>>;
	/** Files of pages outside of the generator's folders. */
	readonly outside?: readonly string[];
	/** Files that both the generator and this server ignore by their name. */
	readonly underscored?: readonly string[];
}

const CASES = Object.entries(readFixture<Case>("adopt/hiding.yaml"));

const PAGE_FILE = /^[^.].*\.mdx?$/;

test.each(CASES)("%s publishes the same pages after adopt", async (_name, given) => {
	const { files, hidden, outside = [], underscored = [] } = given;
	const folder = await writeSiteFolder(files);

	const report = await adopt([folder]);

	const revision = await loadRevision({ siteFolder: folder, environment: {} });
	const served = [...revision.pages.values()]
		.filter((page) => isVisible(page, Date.now()))
		.map(({ file }) => file);
	const published = Object.keys(files)
		.filter((file) => PAGE_FILE.test(file))
		.filter((file) => ![...Object.keys(hidden), ...outside, ...underscored].includes(file));
	expect(served.toSorted()).toEqual(published.toSorted());
	const [first, ...lines] = report.split("\n");
	expect(first).toContain(`${Object.keys(hidden).length} files of pages`);
	const counts = Object.entries(Object.groupBy(Object.values(hidden), (rule) => rule));
	for (const [rule, pages = []] of counts.slice(0, 8)) {
		const line = lines.find((one) => one.includes(` × `) && one.includes(rule));
		if (counts.length <= 8) expect(line).toMatch(new RegExp(`^  ${pages.length} × `));
	}
});

test("a submodule that is not checked out is named", async () => {
	const folder = await writeSiteFolder({
		"mkdocs.yml": "site_name: Example",
		".gitmodules": '[submodule "more"]\n\tpath = docs/more\n\turl = https://example.org/more.git\n',
		"docs/index.md": "# Home",
	});

	expect(await adopt([folder])).toContain("Not read: docs/more (the submodule is empty");
});

test("a rule in code is named, and its pages are listed in site.yaml", async () => {
	const folder = await writeSiteFolder({
		".vitepress/config.ts": 'export default { srcExclude: readList("hidden.txt") };',
		"a.md": "# A",
	});

	const report = await adopt([folder]);

	expect(report).toMatch(
		/^Not published by VitePress, and not here: 1 files of pages\n {2}1 × possibly by "srcExclude", which adopt cannot read/,
	);
});
