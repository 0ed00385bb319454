import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRevision } from "../../../../src/server/content/load-revision.ts";
import { writeSiteFolder } from "../../../support/site-folder.ts";
import { htmlOf, problemsOf, revisionOf } from "../revision-of.ts";

const RUST =
	"use a;\n// ANCHOR: main\nfn main() {\n    // ANCHOR: in\n    let x = 1;\n    // ANCHOR_END: in\n}\n// ANCHOR_END: main\n";

test.each([
	["<<< @/code/a.rs#main", "fn main() {\n    let x = 1;\n}\n"],
	["<<< ../code/a.rs{2 rust:line-numbers}", "use a;\nfn main() {"],
	["```rust\n{{#include ../code/a.rs:in}}\n```", "let x = 1;\n"],
	["```rust\n{{#rustdoc_include ../code/a.rs:1:1}}\n```", "use a;\n"],
	['```rust\n--8<-- "code/a.rs:main"\n```', "fn main() {"],
	["{{#include ../code/a.rs::1}}", "use a;\n"],
	["{* ../code/a.rs *}", "use a;\nfn main() {"],
	["{* ../code/a.rs ln[1,3:5] *}", "use a;\nfn main() {\n    let x = 1;\n"],
])("%j shows that part of the file as code", async (text, code) => {
	const revision = await revisionOf({
		"site.yaml": "",
		"pages/guide/a.md": `# A\n\n${text}\n`,
		"pages/code/a.rs": RUST,
	});

	const shown = htmlOf(revision, "/guide/a").replaceAll(/<[^>]*>/g, "");
	expect(problemsOf(revision)).toEqual([]);
	expect(shown).toContain(code);
	expect(shown).not.toContain("ANCHOR");
});

test("lines are marked by their numbers in the file, also where some lines alone are shown", async () => {
	const revision = await revisionOf({
		"a.md": '{* b.py ln[2:3,5:6] hl[3,6] title["app/b.py"] *}\n',
		"b.py": "one\ntwo\nthree\nfour\nfive\nsix\n",
	});

	const html = htmlOf(revision, "/a");
	expect(html).toContain("app/b.py");
	expect([...html.matchAll(/class="line marked"[^>]*>(\w+)/g)].map(([, line]) => line)).toEqual([
		"three",
		"six",
	]);
});

test("Markdown of another file is read as if it stood there, without its front matter", async () => {
	const revision = await revisionOf({
		"a.md": "# A\n\n<!--@include: ./parts/b.md-->\n\n- c\n\n  {{#include parts/b.md}}\n",
		"parts/b.md": "---\ntitle: B\n---\n\n## Shared\n\nSee {{ version }}.\n",
	});

	expect(htmlOf(revision, "/a")).toMatch(/<h2 id="shared">.*<li>.*<h2 id="shared-1">/s);
	expect(problemsOf(revision)).toContain(
		'a.md:3 "{{ version }}" is left out: pages do not run code',
	);
});

test.each([
	["../../../etc/passwd", "is not a file of the site"],
	["/etc/passwd", "is not a file of the site"],
	[".env", "is not a file of the site"],
	["site.yaml", "is not a file of the site"],
	["out.txt", "is not a file of the site"],
	["missing.txt", "is not a file of the site"],
	["a.txt#none", 'has no region "none"'],
	["draft.md", "is hidden from some visitors or at some times"],
	["later.md", "is hidden from some visitors or at some times"],
	["a.md", "includes itself"],
	["zero.txt", "must be text, without NUL characters"],
])("nothing is shown of %s", async (address, rule) => {
	const siteFolder = await writeSiteFolder({
		"site.yaml": "name: secret",
		"pages/a.md": `<<< ${address}\n`,
		"pages/.env": "secret",
		"pages/a.txt": "secret",
		"pages/zero.txt": "secret\0",
		"pages/draft.md": "---\ndraft: true\n---\nsecret",
		"pages/later.md": "---\npublishAt: 2999-01-01\n---\nsecret",
	});
	await symlink("/etc/passwd", join(siteFolder, "pages/out.txt"));

	const revision = await loadRevision({ siteFolder, environment: {} });

	expect(htmlOf(revision, "/a")).toBe("");
	const [path] = address.split("#");
	expect(problemsOf(revision)).toContain(`pages/a.md:1 Included file "${path}" ${rule}`);
});

test("a page that shows a file changes with it, and with a file that appears", async () => {
	const siteFolder = await writeSiteFolder({ "a.md": "<<< b.txt\n", "c.md": "c\n" });
	const first = await loadRevision({ siteFolder, environment: {} });

	await writeFile(join(siteFolder, "b.txt"), "one");
	const second = await loadRevision({ siteFolder, environment: {}, previous: first });
	await writeFile(join(siteFolder, "b.txt"), "two!");
	const third = await loadRevision({ siteFolder, environment: {}, previous: second });
	const fourth = await loadRevision({ siteFolder, environment: {}, previous: third });

	expect(htmlOf(second, "/a")).toContain("one");
	expect(htmlOf(third, "/a")).toContain("two!");
	expect(new Set([first.id, second.id, third.id]).size).toBe(3);
	expect(third.parsed.get("c.md")).toBe(first.parsed.get("c.md"));
	expect(fourth.pages).toBe(third.pages);
});

test("files that include each other end, and so does what would fill the memory", async () => {
	const revision = await revisionOf({
		"a.md": "<!--@include: b.md-->\n",
		"b.md": "<!--@include: c.md-->\n",
		"c.md": "<!--@include: b.md-->\n",
		"d.md": "{{#include big.txt}}\n".repeat(1000),
		"big.txt": "x\n".repeat(90_000),
	});

	expect(htmlOf(revision, "/d").length).toBeLessThan(2_000_000);
	expect(problemsOf(revision)).toContain('a.md:1 Included file "b.md" includes itself');
	expect(problemsOf(revision).join("\n")).toContain(
		"Included files must not have more than 1000000 characters in total",
	);
});
