import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadRevision } from "../../../../src/server/content/load-revision.ts";
import { blogOf, listPosts } from "../../../../src/server/content/pages/list-posts.ts";
import { createCommitTimesReader } from "../../../../src/server/git/commit-times.ts";
import { writeSiteFolder } from "../../../support/site-folder.ts";
import { problemsOf, revisionOf } from "../revision-of.ts";

test("posts are ordered by the date of their front matter, then of their name, then of git", async () => {
	const siteFolder = await writeSiteFolder({
		"pages/news/index.md": "---\ntype: blog\n---\n\n# News\n",
		"pages/news/2024-05-01-named.md": "# Named\n",
		"pages/news/2020-01-01-both.md": "---\ndate: 2025-02-03\n---\n\n# Both\n",
		"pages/news/known-to-git.md": "# Known to git\n",
		"pages/news/2023/deep.md":
			"---\ndate: 2023-06-07T08:00:00Z\nauthor: { name: Ada, url: https://example.org }\ntags: [one, two]\n---\n\n# Deep\n",
	});
	const git = (...words: string[]): void => {
		execFileSync("git", ["-C", siteFolder, "-c", "user.name=a", "-c", "user.email=a@b", ...words], {
			env: { ...process.env, GIT_COMMITTER_DATE: "2022-03-04T00:00:00Z" },
		});
	};
	git("init", "-q");
	git("add", ".");
	git("commit", "-q", "-m", "All");
	await writeFile(join(siteFolder, "pages/news/undated.md"), "# Undated\n");

	const { pages, problems } = await loadRevision({
		siteFolder,
		environment: {},
		readCommitTimes: () => createCommitTimesReader()(siteFolder),
	});
	const posts = listPosts(pages, "/news", () => true);

	expect(posts.map(({ page, dateMs }) => [page.path, day(dateMs)])).toEqual([
		["/news/2020-01-01-both", "2025-02-03"],
		["/news/2024-05-01-named", "2024-05-01"],
		["/news/2023/deep", "2023-06-07"],
		["/news/known-to-git", "2022-03-04"],
		["/news/undated", undefined],
	]);
	expect(posts[2]).toMatchObject({
		authors: [{ name: "Ada", url: "https://example.org" }],
		tags: ["one", "two"],
	});
	expect(blogOf(pages, "/news/2023/deep")?.path).toBe("/news");
	expect(problems).toEqual([]);
});

test("an invalid date is a problem, and the page stays", async () => {
	const revision = await revisionOf({ "pages/a.md": "---\ndate: soon\n---\n\n# A\n" });

	expect(revision.pages.has("/a")).toBe(true);
	expect(problemsOf(revision)).toEqual([
		'pages/a.md:2 "date" must be a date, such as 2026-11-20: current value is "soon"',
	]);
});

function day(ms: number | undefined): string | undefined {
	return ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 10);
}

test("posts of the same date and title have one order, whichever was saved first", async () => {
	const { pages } = await revisionOf({
		"pages/news/index.md": "---\ntype: blog\n---\n\n# News\n",
		"pages/news/2026-01-02-a.md": "# Release\n",
		"pages/news/2026-01-02-b.md": "# Release\n",
	});
	const later = new Map([...pages].toReversed());

	const paths = [pages, later].map((order) =>
		listPosts(order, "/news", () => true).map(({ page }) => page.path),
	);

	expect(paths[0]).toEqual(["/news/2026-01-02-a", "/news/2026-01-02-b"]);
	expect(paths[1]).toEqual(paths[0]);
});
