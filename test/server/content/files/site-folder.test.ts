import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadRevision } from "../../../../src/server/content/load-revision.ts";
import type { Revision } from "../../../../src/server/content/revision.ts";
import { readFixture } from "../../../support/read-fixture.ts";
import { type SiteFiles, writeSiteFolder } from "../../../support/site-folder.ts";
import { htmlOf, problemsOf, revisionOf } from "../revision-of.ts";

interface Folder {
	readonly files: SiteFiles;
	readonly links?: Readonly<Record<string, string>>;
	readonly pages?: readonly string[];
	readonly served?: readonly string[];
	readonly problems?: readonly string[];
}

test.each(Object.entries(readFixture<Folder>("site-folders.yaml")))("%s", async (_name, {
	files,
	links = {},
	...expected
}) => {
	const parent = await writeSiteFolder(files);
	for (const [name, target] of Object.entries(links)) await symlink(target, join(parent, name));

	const revision = await load(join(parent, "site"));

	expect({
		pages: [...revision.pages.keys()].toSorted(),
		served: [...revision.files.keys()].toSorted(),
		problems: problemsOf(revision).toSorted(),
	}).toMatchObject(expected);
});

test("a file says where it is, what it is and how large", async () => {
	const { files } = await revisionOf({ "index.md": "![](<a b/ü.svg>)", "a b/ü.svg": "<svg/>" });

	expect(files.get("/a b/ü.svg")).toMatchObject({
		absolutePath: expect.stringMatching(/a b\/ü\.svg$/),
		mediaType: "image/svg+xml",
		size: 6,
	});
});

test.each([
	["a.JPG", "image/jpeg"],
	["a.tar.gz", "application/gzip"],
	["a.woff2", "font/woff2"],
	["a.constructor", "application/octet-stream"],
	["LICENSE", "application/octet-stream"],
])("the file %s has the media type %s", async (name, mediaType) => {
	const { files } = await revisionOf({ [`public/${name}`]: "x" });

	expect(files.get(`/${name}`)?.mediaType).toBe(mediaType);
});

test("links in a circle end", async () => {
	const folder = await writeSiteFolder({ "a/x.md": "" });
	await symlink("..", join(folder, "a/up"));
	await symlink("self", join(folder, "self"));
	await symlink("a", join(folder, "b"));
	await symlink("../b", join(folder, "a/c"));

	const { pages } = await load(folder);

	expect([...pages.keys()]).toContain("/a/x");
});

test("pipes, sockets, devices and folders named like pages are passed over without waiting", async () => {
	const folder = await writeSiteFolder({ "index.md": "" });
	await mkdir(join(folder, "folder.md"));
	execFileSync("mkfifo", [join(folder, "pipe.md"), join(folder, "pipe.txt")]);
	await symlink("pipe.md", join(folder, "link.md"));
	await symlink("/dev/zero", join(folder, "zero.md"));
	const server = createServer().listen(join(folder, "socket.md"));
	onTestFinished(() => void server.close());

	const { pages, files } = await load(folder);

	expect([...pages.keys()]).toEqual(["/"]);
	expect([...files.keys()]).toEqual([]);
});

test.each([
	["a link out of the folder", "must not be a link that leads out of the site folder"],
	["a pipe", "must be a regular file"],
])("%s in the place of site.yaml is refused without waiting", async (what, rule) => {
	const parent = await writeSiteFolder({ "site/index.md": "", "x.yaml": "name: Secret" });
	const place = join(parent, "site/site.yaml");
	if (what === "a pipe") execFileSync("mkfifo", [place]);
	else await symlink("../x.yaml", place);

	await expect(load(join(parent, "site"))).rejects.toMatchObject({
		problems: [{ file: "site.yaml", message: `The file ${rule}` }],
	});
});

test("folders nested without end are cut off, with a problem", async () => {
	const folder = await writeSiteFolder({ "index.md": "" });
	const deep = join(folder, ...Array.from({ length: 60 }, () => "d"));
	await mkdir(deep, { recursive: true });
	await writeFile(join(deep, "x.md"), "");

	const revision = await load(folder);

	expect([...revision.pages.keys()]).toEqual(["/"]);
	expect(problemsOf(revision)[0]).toMatch(/nested deeper than 32 levels/);
});

test.each([
	[
		"larger than two megabytes",
		Buffer.alloc(2_000_001, "x"),
		"must not be larger than 2000000 bytes",
	],
	["not UTF-8", Buffer.from([0x23, 0x20, 0xff, 0xfe]), "must be encoded in UTF-8"],
	["binary", Buffer.from("# A\0B"), "must be text, without NUL characters"],
])("a page file that is %s is a problem, and the rest of the site stands", async (_case, bytes, rule) => {
	const revision = await revisionOf({ "index.md": "# Home", "bad.md": bytes });

	expect(revision.pages.get("/bad")?.isReadable).toBe(false);
	expect(htmlOf(revision, "/")).toContain("Home");
	expect(problemsOf(revision)).toEqual([`bad.md:- The file ${rule}`]);
});

test("links that fan out stop at a limit, with a problem", async () => {
	const siteFolder = await writeSiteFolder({ "index.md": "# Home", "5/page.md": "# Page" });
	for (const level of [4, 3, 2, 1, 0]) {
		await mkdir(join(siteFolder, String(level)));
		for (let link = 0; link < 9; link += 1) {
			await symlink(`../${level + 1}`, join(siteFolder, String(level), `l${link}`));
		}
	}

	const { pages, problems } = await load(siteFolder);

	expect(pages.size).toBeLessThan(100);
	expect(problems).toContainEqual(
		expect.objectContaining({ message: expect.stringContaining("more than 20 names") }),
	);
});

test.each([
	"metrics",
	"healthz",
	"readyz",
	"_nuxt/a",
	"ingest/a",
])("a page at a path of the server's own is a problem: %s", async (path) => {
	const { pages, problems } = await revisionOf({
		"index.md": "# Home",
		"a.md": `---\nslug: /${path}\n---\n# A`,
	});

	expect([...pages.keys()]).toEqual(["/"]);
	expect(problems).toContainEqual({
		file: "a.md",
		message: `The path "/${path}" must not be a path that the server itself uses`,
	});
});

test("a slug of ten thousand segments is a problem of its page alone", async () => {
	const { pages, problems } = await revisionOf({
		"index.md": "# Home",
		"a.md": `---\nslug: ${"/a".repeat(10_000)}\n---\n# A`,
	});

	expect([...pages.keys()]).toEqual(["/"]);
	expect(problems).toMatchObject([
		{ file: "a.md", message: expect.stringContaining("64 segments") },
	]);
});

test("a site name of 200 kilobytes is refused", async () => {
	const load = revisionOf({ "site.yaml": `name: ${"x".repeat(200_000)}\n` });

	await expect(load).rejects.toThrow('"name" must not be longer than 200 characters');
});

function load(siteFolder: string): Promise<Revision> {
	return loadRevision({ siteFolder, environment: {} });
}
