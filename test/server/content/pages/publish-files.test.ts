import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRevision } from "../../../../src/server/content/load-revision.ts";
import { type SiteFiles, writeSiteFolder } from "../../../support/site-folder.ts";
import { htmlOf, problemsOf, revisionOf } from "../revision-of.ts";

/** Names of files that folders hold beside pages, and that are not for visitors. */
const NAMES: readonly string[] = JSON.parse(
	readFileSync(join(import.meta.dirname, "../../../fixtures/hiding/files.json"), "utf8"),
);

test("what no page refers to is not served, and one problem says how to publish it", async () => {
	const others = NAMES.flatMap((name) => [
		[name, "secret"],
		[`deep/${name}`, "secret"],
	]);
	const revision = await revisionOf({ ...Object.fromEntries(others), "index.md": "# Home" });

	expect([...revision.files.keys()]).toEqual([]);
	expect(problemsOf(revision)).toEqual([
		expect.stringMatching(
			new RegExp(`^\\.:- ${2 * NAMES.length} files are not served.*"public" in site\\.yaml$`),
		),
	]);
});

const REFERRED =
	"cover.png defined.pdf film.mp4 large.png plain.png poster.jpg shown.png small.png".split(" ");

/** Each without a problem. */
const FOLDERS: Readonly<Record<string, { readonly files: SiteFiles; readonly served: string[] }>> =
	{
		"files that a visible page refers to are served, in whichever way it does": {
			files: {
				"site.yaml": "markdown: {html: true}\n",
				"guide/a.md": [
					"---",
					"image: cover.png",
					"---",
					"![x](shown.png) [y](../linked.yml?raw) [it][ref]",
					"",
					"[ref]: defined.pdf",
					"",
					'<video poster="poster.jpg" src=film.mp4></video>',
					"",
					"<img srcset=\"small.png 1x, large.png 2x\" src='plain.png'>",
				].join("\n"),
				...Object.fromEntries(REFERRED.map((name) => [`guide/${name}`, "x"])),
				"linked.yml": "x",
				"public/free.txt": "x",
			},
			served: ["/free.txt", ...REFERRED.map((name) => `/guide/${name}`), "/linked.yml"],
		},
		"the files of a draft are not served, and no problem names them": {
			files: {
				"index.md": "# Home\n\n![](both.png)\n",
				"draft.md": "---\ndraft: true\n---\n![](secret-plan.png) ![](both.png)\n",
				"secret-plan.png": "x",
				"both.png": "x",
			},
			served: ["/both.png"],
		},
		"files that the operator names are served": {
			files: {
				"site.yaml": 'public: ["downloads/**", "*.txt"]\n',
				"pages/index.md": "# Home",
				"pages/downloads/a/b.zip": "x",
				"pages/robots.txt": "x",
			},
			served: ["/downloads/a/b.zip", "/robots.txt"],
		},
	};

test.each(Object.entries(FOLDERS))("%s", async (_name, { files, served }) => {
	const revision = await revisionOf(files);

	expect([...revision.files.keys()].toSorted()).toEqual(served);
	expect(revision.problems).toEqual([]);
});

test("the files of a dated page come and go with it", async () => {
	const siteFolder = await writeSiteFolder({
		"a.md": "---\npublishAt: 2026-01-02\nexpiresAt: 2026-01-04\n---\n![](a.png)\n",
		"a.png": "x",
	});
	let previous = await loadRevision({ siteFolder, environment: {}, nowMs: Date.UTC(2026, 0, 1) });
	const shown: boolean[] = [];
	for (const day of [1, 2, 3, 4]) {
		const nowMs = Date.UTC(2026, 0, day);
		previous = await loadRevision({ siteFolder, environment: {}, previous, nowMs });
		shown.push(previous.files.has("/a.png"));
	}

	expect(shown).toEqual([false, true, true, false]);
});

test("a file with a leading underscore is served if a page refers to it, or a pattern names it so", async () => {
	const names = ["_notes.txt", "_parts/a.txt", "_shown/a.png", "_named/a.txt", "_b.md"];
	const { files, pages } = await revisionOf({
		"site.yaml": 'public: ["**", "_named/**"]\n',
		"pages/index.md": "# Home\n\n![](_shown/a.png)\n",
		...Object.fromEntries(names.map((name) => [`pages/${name}`, "x"])),
	});

	expect([...files.keys()].toSorted()).toEqual(["/_named/a.txt", "/_shown/a.png"]);
	expect([...pages.keys()]).toEqual(["/"]);
});

test("a page with a leading underscore is an include, and a folder of pages may have one itself", async () => {
	const { pages, problems } = await revisionOf({
		"site.yaml": 'content: [{ folder: _docs, at: "/docs" }]\n',
		"_docs/_index.md": "# Docs\n\n<!--@include: ./_part.md-->\n",
		"_docs/_part.md": "Shared words\n",
	});

	expect([...pages.keys()]).toEqual(["/docs"]);
	expect(htmlOf({ pages }, "/docs")).toContain("Shared words");
	expect(problems).toEqual([]);
});
