import { expect, test } from "vitest";
import type { ListedFile } from "../../../src/server/content/files/list-site-folder.ts";
import type { Settling } from "../../../src/server/content/files/settling.ts";
import type { PageFileReading, PageJob } from "../../../src/server/content/pages/read-page-file.ts";
import {
	type PageReading,
	type ReadPagesOptions,
	readPages,
} from "../../../src/server/content/pages/read-pages.ts";

const STOPPED: PageReading = { stamp: "1", problems: [], deservesSecondAttempt: true };

const READ: PageReading = { stamp: "1", problems: [] };

test("pages that were stopped once are tried again one at a look", async () => {
	const jobs = await jobsOf({ "a.md": "1", "b.md": "1" }, { "a.md": STOPPED, "b.md": STOPPED });

	expect(jobs).toMatchObject([{ file: "a.md", isSecondAttempt: true }]);
});

test("what somebody has saved is read before any page is tried again", async () => {
	const jobs = await jobsOf({ "a.md": "1", "b.md": "2" }, { "a.md": STOPPED, "b.md": READ });

	expect(jobs).toMatchObject([{ file: "b.md", isSecondAttempt: false }]);
});

test("no page is tried again while somebody is saving", async () => {
	const unsettled: Settling = { isSettled: () => false };

	const jobs = await jobsOf(
		{ "a.md": "1", "b.md": "2" },
		{ "a.md": STOPPED, "b.md": READ },
		{ settling: unsettled },
	);

	expect(jobs).toEqual([]);
});

test("no page is tried again as long as it may not", async () => {
	const jobs = await jobsOf({ "a.md": "1" }, { "a.md": STOPPED }, { mayTryAgain: false });

	expect(jobs).toEqual([]);
});

test("a page that was stopped and is another now is read like any other", async () => {
	const jobs = await jobsOf({ "a.md": "2" }, { "a.md": STOPPED });

	expect(jobs).toMatchObject([{ file: "a.md", isSecondAttempt: false }]);
});

/** What is read of files with these stamps. */
async function jobsOf(
	stamps: Readonly<Record<string, string>>,
	known: Readonly<Record<string, PageReading>>,
	options: Partial<Pick<ReadPagesOptions, "settling" | "mayTryAgain">> = {},
): Promise<readonly PageJob[]> {
	const read: PageJob[] = [];
	await readPages(
		Object.entries(stamps).map(([file, stamp]) => listed(file, stamp)),
		{
			known: new Map(Object.entries(known)),
			settling: { isSettled: () => true },
			areIconsNew: false,
			mayTryAgain: true,
			...options,
			readFiles: async (jobs) => {
				read.push(...jobs);
				return jobs.map((): PageFileReading => ({ kind: "refused", rule: "must be another" }));
			},
		},
	);
	return read;
}

function listed(file: string, stamp: string): ListedFile {
	return { file, name: file, realPath: `/nowhere/${file}`, size: 1, modifiedMs: 1, stamp };
}
