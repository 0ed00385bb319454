import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { loadRevision } from "../../src/server/content/load-revision.ts";
import { navigationFor } from "../../src/server/content/navigation/navigation.ts";
import { adopt } from "../support/adopt.ts";
import { readFixture } from "../support/read-fixture.ts";
import { type SiteFiles, writeSiteFolder } from "../support/site-folder.ts";

interface Folder {
	readonly files: SiteFiles;
	/** A part of what is written. */
	readonly settings: object;
	/** Where pages are then. */
	readonly paths: readonly string[];
}

const FOLDERS = readFixture<Folder>("adopt/folders.yaml");

test.each(Object.entries(FOLDERS))("a folder of %s is adopted", async (name, folder) => {
	const siteFolder = await writeSiteFolder(folder.files);

	const report = await adopt([siteFolder]);

	expect(report).toMatch(
		name === "MkDocs" ? /^Material for MkDocs/m : new RegExp(`^${name.split(" with ")[0]}`, "m"),
	);
	expect(report).toMatch(
		["README and docs", "Obsidian", "Docsify"].includes(name) ? /not counted/ : / 0 lost$/m,
	);
	const text = await readFile(join(siteFolder, "site.yaml"), "utf8");
	expect(parse(text)).toMatchObject(folder.settings);
	const revision = await loadRevision({ siteFolder, environment: {} });
	expect([...revision.pages.keys()].toSorted()).toEqual(folder.paths.toSorted());
	expect(revision.problems.filter(({ file }) => file === "site.yaml")).toEqual([]);
	const { sections, sidebar } = navigationFor(revision, folder.paths[0] ?? "/", () => true);
	expect(sections.length + sidebar.length).toBeGreaterThan(0);
	await expect(adopt([siteFolder])).resolves.toContain("is not changed");
});

const LOOKS = readFixture<Pick<Folder, "files" | "settings">>("adopt/looks.yaml");

test.each(
	Object.entries(LOOKS),
)("pictures and links to edit are found where %s has them", async (_name, { files, settings }) => {
	const siteFolder = await writeSiteFolder(files);

	await adopt([siteFolder]);

	const revision = await loadRevision({ siteFolder, environment: {} });
	expect(revision.problems).toEqual([]);
	expect(parse(await readFile(join(siteFolder, "site.yaml"), "utf8"))).toMatchObject(settings);
});

test("a picture that is not there, and an edit link into another folder, are left out", async () => {
	const settings = await adoptedSettings({
		"mkdocs.yml":
			"site_name: Example\nrepo_url: https://example.org/example\nedit_uri: edit/main/elsewhere/\ntheme: { logo: assets/a.svg }",
		"docs/index.md": "# Home",
	});

	expect(settings).not.toHaveProperty("logo");
	expect(settings).not.toHaveProperty("editLink");
});

test("a group of MkDocs without a title is called as its index, and a white logo is left out", async () => {
	const settings = await adoptedSettings({
		"mkdocs.yml":
			'site_name: Example\ntheme: { name: material, logo: img/icon-white.svg }\nnav: [index.md, "": [learn/index.md, learn/a.md]]',
		"docs/img/icon-white.svg": "<svg/>",
		"docs/index.md": "# Home",
		"docs/learn/index.md": "# Learn",
		"docs/learn/a.md": "# A",
	});

	expect(settings.navigation).toEqual([
		{ page: "index.md" },
		{ page: "learn/index.md", pages: [{ page: "learn/a.md" }] },
	]);
	expect(settings).not.toHaveProperty("logo");
});

test("a documentation without a name is called as its folder is", async () => {
	const siteFolder = await writeSiteFolder({
		"my-project/docs/README.md": "",
		"my-project/docs/a.md": "# A",
	});

	await adopt([join(siteFolder, "my-project/docs")]);

	const text = await readFile(join(siteFolder, "my-project/docs/site.yaml"), "utf8");
	expect(parse(text)).toMatchObject({ name: "My Project" });
});

test("a wiki link finds a file by its name beside a permalink, in the nearest folder", async () => {
	const siteFolder = await writeSiteFolder({
		".obsidian/app.json": "{}",
		"de/Plugins/Two words.md": "---\npermalink: de/two\n---\n",
		"en/Plugins/Two words.md": "---\npermalink: en/two\n---\n",
		"en/Start.md": "---\npermalink: en/start\n---\n[[Two words]] and [[Two-words]]",
	});

	await adopt([siteFolder]);

	const revision = await loadRevision({ siteFolder, environment: {} });
	expect(revision.problems).toEqual([]);
	expect(revision.pages.get("/en/start")?.fills.match(/href="\/en\/two"/g)).toHaveLength(2);
});

test("links that carry the address of a larger site move the pages there", async () => {
	const links = Array.from({ length: 20 }, () => "[b](/docs/4.x/b)").join(" ");
	const siteFolder = await writeSiteFolder({
		"README.md": "# Example",
		"a.md": links,
		"b.md": "# B",
	});

	await adopt([siteFolder]);

	const revision = await loadRevision({ siteFolder, environment: {} });
	expect([...revision.pages.keys()]).toEqual(["/docs/4.x/a", "/docs/4.x/b", "/docs/4.x"]);
});

test("an unknown generator is named, and nothing is claimed about its addresses", async () => {
	const siteFolder = await writeSiteFolder({
		"package.json": '{ "devDependencies": { "gatsby": "5.0.0" } }',
		"README.md": "# Example",
		"docs/a.md": "# A",
	});

	const report = await adopt([siteFolder]);

	expect(report).toMatch(/^adopt does not support Gatsby: read as README and docs, by README\./m);
	expect(report).toMatch(/^Addresses: not counted/m);
});

test("the report starts with what is left out, and has few lines for many problems", async () => {
	const pages = Array.from({ length: 60 }, (_, index) => [
		`docs/${index}.md`,
		`---\nkey${index % 30}: 1\n---\n<Part${index} />\n\n[a](/gone/x${index})`,
	]);
	const siteFolder = await writeSiteFolder({
		"mkdocs.yml": "site_name: Example",
		"other/b.md": "# B",
		"other/deep/c.rst": "C",
		"other/src/pages/help.jsx": "",
		"other/src/code.jsx": "",
		...Object.fromEntries(pages),
	});

	const lines = (await adopt([siteFolder])).split("\n");

	expect(lines[0]).toBe("Not published by MkDocs: 0 files of pages");
	expect(lines[1]).toBe("Left out: 3 files of pages: other (3)");
	expect(lines.length).toBeLessThanOrEqual(40);
	const kinds = lines.filter((line) => line.includes(" × "));
	expect(kinds[0]).toBe('60 × Link "…" leads to no page and no file');
	expect(kinds.at(-1)).toMatch(/^60 × Keys are not known: key0 \(2\), key1/);
	const list = await readFile(join(siteFolder, ".adopt-report.txt"), "utf8");
	expect(list).toContain("other/deep/c.rst");
	expect(list.match(/leads to no page/g)).toHaveLength(60);
});

test("what nothing is known of, and words that are not understood, are refused", async () => {
	await expect(adopt([await writeSiteFolder({ "a.txt": "" })])).rejects.toThrow("found neither");
	await expect(adopt(["--fast", "."])).rejects.toThrow("must be one existing folder");
});

test("a foreign configuration whose URL is none is read without it", async () => {
	const siteFolder = await writeSiteFolder({
		"_config.yml": "title: Example\nurl: example.org\n",
		"a.md": "---\ntitle: A\n---\n",
	});

	await adopt([siteFolder]);

	expect(parse(await readFile(join(siteFolder, "site.yaml"), "utf8"))).not.toHaveProperty("url");
});

test("a configuration that cannot be read is named with what is wrong in it", async () => {
	const folder = await writeSiteFolder({
		"mkdocs.yml": 'site_name: "Example\nnav: [\n',
		"docs/index.md": "# Welcome",
	});

	expect(await adopt([folder])).toMatch(/^Not read: mkdocs\.yml \(Missing closing "quote at line/m);
});

async function adoptedSettings(files: SiteFiles) {
	const siteFolder = await writeSiteFolder(files);
	await adopt([siteFolder]);
	return parse(await readFile(join(siteFolder, "site.yaml"), "utf8"));
}
