import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { LiveContent } from "../../../src/server/content-worker/live-content.ts";
import { type SiteFiles, writeSiteFolder } from "../../support/site-folder.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { htmlOf } from "../content/revision-of.ts";

const ENTRY = join(import.meta.dirname, "../../../dist/server/content-worker/content-thread.js");

const TOO_LONG = expect.stringContaining("takes too long to read");

test("a page that takes too long keeps its last good version, is named until it changes, and holds up no other", async () => {
	const { content, folder, dataFolder } = await openContent({
		"index.md": "# Home\n",
		"a.md": "# Good\n",
	});
	// A thread that is started anew has its last good versions from there.
	await expect.poll(() => existsSync(join(dataFolder, "parsed-pages"))).toBe(true);

	await writeFile(join(folder, "a.md"), endlessPage());
	await writeFile(join(folder, "index.md"), "# Changed\n");
	await expect
		.poll(() => content.revision.problems)
		.toMatchObject([{ file: "a.md", message: TOO_LONG }]);
	await expect.poll(() => htmlOf(content.revision, "/")).toContain("Changed");
	expect(htmlOf(content.revision, "/a")).toContain("Good");

	await writeFile(join(folder, "a.md"), "# Mended\n");
	await expect.poll(() => htmlOf(content.revision, "/a")).toContain("Mended");
	expect(content.revision.problems).toEqual([]);
});

test("pages that take too long at the first start are named, and the others are there", async () => {
	const { content } = await openContent({
		"index.md": "# Home\n",
		"a.md": endlessPage(),
		"b.md": `\`\`\`md\n${"[".repeat(49_000)}\n\`\`\`\n`,
	});

	expect([...content.revision.pages.keys()]).toContain("/");
	expect(content.revision.problems).toContainEqual({ file: "a.md", message: TOO_LONG });
	// Its path answers 500, as that of a page whose bytes cannot be read.
	expect(content.revision.pages.get("/a")?.isReadable).toBe(false);
});

async function openContent(files: SiteFiles) {
	const folder = await writeSiteFolder(files);
	const dataFolder = temporaryFolder();
	const content = await LiveContent.open({
		entry: pathToFileURL(ENTRY),
		threadData: {
			siteFolder: folder,
			isEmbedded: false,
			dataFolder,
			buildId: "test",
			environment: {},
		},
		log: pino({ level: "silent" }),
		parseLimitMs: 3000,
	});
	onTestFinished(() => content.close());
	return { content, folder, dataFolder };
}

/** A page of less than two megabytes that takes the parser minutes: each footnote is looked for among all. */
function endlessPage(): string {
	return Array.from({ length: 75_000 }, (_, index) => `[^${index}] x\n\n[^${index}]: y\n`).join(
		"\n",
	);
}
