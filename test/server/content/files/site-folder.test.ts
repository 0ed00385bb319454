import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadRevision } from "../../../../src/server/content/load-revision.ts";
import type { Revision } from "../../../../src/server/content/revision.ts";
import { writeSiteFolder } from "../../../support/site-folder.ts";
import { problemsOf, revisionOf } from "../revision-of.ts";

test("a folder with pages/ serves pages from there, and files of public/ at the root", async () => {
	const { pages, files } = await revisionOf({
		"site.yaml": 'public: ["**"]',
		"README.md": "Not a page",
		"pages/index.md": "",
		"pages/a/b.md": "",
		"pages/a/c.png": "",
		"public/favicon.ico": "",
		"public/deep/x.txt": "",
	});

	expect([...pages.keys()]).toEqual(["/a/b", "/"]);
	expect([...files.keys()].toSorted()).toEqual(["/a/c.png", "/deep/x.txt", "/favicon.ico"]);
});

test("of hidden names, only the folders in which GitBook keeps pictures are for visitors", async () => {
	const { pages, files, problems } = await revisionOf({
		"index.md": "![One](.gitbook/assets/one.png)\n",
		".gitbook/assets/one.png": "",
		".gitbook/assets/.two.png": "",
		".gitbook/assets/.deep/three.png": "",
		".gitbook/includes/four.md": "",
		".gitbook/five.png": "",
		".assets/six.png": "",
		"guide/.gitbook/assets/seven.png": "",
	});

	expect([...pages.keys()]).toEqual(["/"]);
	expect([...files.keys()].toSorted()).toEqual(["/.gitbook/assets/one.png"]);
	expect(problems.map(({ message }) => message).join("\n")).not.toContain("one.png");
});

test("a folder without pages/ is itself the pages folder", async () => {
	const { pages, files } = await revisionOf({
		"site.yaml": 'public: ["**"]',
		_redirects: "/a /b",
		"README.md": "",
		"docs/a.md": "",
		"docs/a.png": "",
		"docs/site.yaml": "",
		"docs/_redirects": "",
		"public/p.txt": "",
		"icons/i.svg": "",
		"node_modules/x/README.md": "",
		"docs/node_modules/y/README.md": "",
	});

	expect([...pages.keys()]).toEqual(["/", "/docs/a"].toSorted(byFile(pages)));
	expect([...files.keys()].toSorted()).toEqual(["/docs/a.png", "/p.txt"]);
});

test("files with a leading dot are neither pages nor files", async () => {
	const { pages, files } = await revisionOf({
		"index.md": "",
		".env": "SECRET=1",
		".hidden.md": "",
		".git/config": "",
		"a/.secret/x.md": "",
		"public/.htpasswd": "",
		"public/.well-known/x.txt": "",
	});

	expect([...pages.keys()]).toEqual(["/"]);
	expect([...files.keys()]).toEqual([]);
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

test("a link out of the folder is never followed, and is a problem", async () => {
	const outside = await writeSiteFolder({ "secret.md": "# Secret", "dir/x.md": "# X" });
	const folder = await writeSiteFolder({ "index.md": "", "public/a.txt": "" });
	await symlink(join(outside, "secret.md"), join(folder, "leak.md"));
	await symlink(join(outside, "dir"), join(folder, "leaks"));
	await symlink("/etc/passwd", join(folder, "public/passwd"));
	await symlink(`${folder}/../${outside.split("/").at(-1)}/secret.md`, join(folder, "dots.md"));

	const revision = await load(folder);

	expect([...revision.pages.keys()]).toEqual(["/"]);
	expect([...revision.files.keys()]).toEqual(["/a.txt"]);
	expect(problemsOf(revision).toSorted()).toEqual([
		"dots.md:- A link must not lead out of the site folder",
		"leak.md:- A link must not lead out of the site folder",
		"leaks:- A link must not lead out of the site folder",
		"public/passwd:- A link must not lead out of the site folder",
	]);
});

test("a link to a neighbor whose name starts like the folder's leads out", async () => {
	const parent = await writeSiteFolder({ "site/index.md": "", "site-secret/x.md": "# Secret" });
	await symlink(join(parent, "site-secret/x.md"), join(parent, "site/x.md"));

	const { pages } = await load(join(parent, "site"));

	expect([...pages.keys()]).toEqual(["/"]);
});

test("a link to a hidden file inside is never followed", async () => {
	const folder = await writeSiteFolder({ "index.md": "", ".env": "SECRET=1", ".git/x.md": "" });
	await symlink(".env", join(folder, "env.txt"));
	await symlink(".git", join(folder, "git"));

	const { pages, files } = await load(folder);

	expect([...pages.keys()]).toEqual(["/"]);
	expect([...files.keys()]).toEqual([]);
});

test("links inside the folder are followed", async () => {
	const folder = await writeSiteFolder({ "real/a.md": "# A" });
	await symlink("real/a.md", join(folder, "b.md"));
	await symlink("real", join(folder, "same"));

	const { pages } = await load(folder);

	expect([...pages.keys()].toSorted()).toEqual(["/b", "/real/a", "/same/a"]);
});

test("a link in public/ leads only to files of public/", async () => {
	const folder = await writeSiteFolder({
		"site.yaml": "name: Secret\n",
		_redirects: "/a /b",
		"pages/index.md": "![Photo](photo.png)",
		"pages/photo.png": "Photo",
		"pages/draft.md": "---\ndraft: true\n---\nSecret",
		"drafts/plan.txt": "Secret",
		"public/v2.txt": "Public",
		"public/docs/guide.txt": "Public",
	});
	const links = {
		"latest.txt": "v2.txt",
		manual: "docs",
		"draft.txt": "../pages/draft.md",
		"site.txt": "../site.yaml",
		"redirects.txt": "../_redirects",
		"photo.txt": "../pages/photo.png",
		plans: "../drafts",
		all: "..",
		"docs/up.txt": "../../site.yaml",
	};
	for (const [name, target] of Object.entries(links)) {
		await symlink(target, join(folder, "public", name));
	}

	const { files, problems } = await load(folder);

	expect([...files.keys()].toSorted()).toEqual([
		...["/docs/guide.txt", "/latest.txt", "/manual/guide.txt", "/photo.png", "/v2.txt"],
	]);
	expect(problems).toContainEqual({
		file: "public/site.txt",
		message: 'A link must not lead out of "public/"',
	});
});

test("public/ itself is no link to other files of the site", async () => {
	const folder = await writeSiteFolder({ "pages/index.md": "", "drafts/plan.txt": "Secret" });
	await symlink("drafts", join(folder, "public"));

	const { files, problems } = await load(folder);

	expect([...files.keys()]).toEqual([]);
	expect(problems.map(({ file }) => file)).toContain("public");
});

test("a link beside a page to a page or to site.yaml is not served under another name", async () => {
	const folder = await writeSiteFolder({
		"site.yaml": 'public: ["**"]',
		"pages/draft.md": "---\ndraft: true\n---\nSecret",
	});
	await symlink("draft.md", join(folder, "pages/draft.txt"));
	await symlink("../site.yaml", join(folder, "pages/site.txt"));

	expect([...(await load(folder)).files.keys()]).toEqual([]);
});

test("the folder itself may be a link", async () => {
	const parent = await writeSiteFolder({ "real/index.md": "# A" });
	await symlink("real", join(parent, "link"));

	expect((await load(join(parent, "link"))).pages.size).toBe(1);
});

test("files that Kubernetes mounts by way of hidden links are read", async () => {
	const folder = await writeSiteFolder({ "..2026_11_20/index.md": "# A" });
	await symlink("..2026_11_20", join(folder, "..data"));
	await symlink("..data/index.md", join(folder, "index.md"));

	expect((await load(folder)).pages.size).toBe(1);
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

test("pipes, sockets and devices are passed over without waiting", async () => {
	const folder = await writeSiteFolder({ "index.md": "" });
	execFileSync("mkfifo", [join(folder, "pipe.md"), join(folder, "pipe.txt")]);
	await symlink("pipe.md", join(folder, "link.md"));
	await symlink("/dev/zero", join(folder, "zero.md"));
	const server = createServer().listen(join(folder, "socket.md"));
	onTestFinished(() => void server.close());

	const { pages, files } = await load(folder);

	expect([...pages.keys()]).toEqual(["/"]);
	expect([...files.keys()]).toEqual([]);
});

test("a site.yaml that leads out of the folder is refused", async () => {
	const outside = await writeSiteFolder({ "x.yaml": "name: Secret" });
	const folder = await writeSiteFolder({ "index.md": "" });
	await symlink(join(outside, "x.yaml"), join(folder, "site.yaml"));

	await expect(load(folder)).rejects.toMatchObject({
		problems: [
			{
				file: "site.yaml",
				message: "The file must not be a link that leads out of the site folder",
			},
		],
	});
});

test("a pipe in the place of site.yaml is refused without waiting", async () => {
	const folder = await writeSiteFolder({ "index.md": "" });
	execFileSync("mkfifo", [join(folder, "site.yaml")]);

	await expect(load(folder)).rejects.toMatchObject({
		problems: [{ file: "site.yaml", message: "The file must be a regular file" }],
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
	expect(revision.pages.get("/")?.html).toContain("Home");
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
		expect.objectContaining({ message: expect.stringContaining("under more than 20 names") }),
	);
});

test("pages/ beside other Markdown is the pages folder only where there is a site.yaml", async () => {
	const files = { "README.md": "# Readme", "guide/a.md": "# A", "pages/b.md": "# B" };

	const bare = await revisionOf(files);
	const site = await revisionOf({ ...files, "site.yaml": "" });
	const alone = await revisionOf({ "pages/b.md": "# B", "public/c.md": "# C" });

	expect([...bare.pages.keys()].toSorted()).toEqual(["/", "/guide/a", "/pages/b"]);
	expect(bare.problems).toEqual([]);
	expect([...site.pages.keys()]).toEqual(["/b"]);
	expect(problemsOf(site)).toEqual([
		'.:- Only Markdown files in "pages/" are pages: 2 outside of it are not served',
	]);
	expect([...alone.pages.keys()]).toEqual(["/b"]);
	expect(alone.problems).toEqual([]);
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
		message: `The path "/${path}" must not be one at which the server itself answers`,
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

function byFile(pages: Revision["pages"]): (one: string, other: string) => number {
	const keys = [...pages.keys()];
	return (one, other) => keys.indexOf(one) - keys.indexOf(other);
}
