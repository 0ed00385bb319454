import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { loadRevision } from "../../../src/server/content/load-revision.ts";
import { bodyHtml } from "../../../src/server/content/pages/page.ts";
import type { LoadedRevision, RevisionOptions } from "../../../src/server/content/revision.ts";
import { lengthsOf } from "../../support/lengths.ts";
import { readRows } from "../../support/read-fixture.ts";
import { createSiteFolder } from "../../support/site-folder.ts";

const { timesAsManyRuns } = lengthsOf("test/server/content/next-revision.fuzz.test.ts");

const PAGES = ["index.md", "a.md", "b.md", "guide/index.md", "guide/a.md", "guide/2.c.md"];
const OTHERS = ["part.txt", "guide/part.txt", "guide/pic.svg"];
const ICON = "../icons/own.svg";

/** Everything by which one page can depend on another file. */
const LINES = readRows<string>("content/pieces.yaml", "lines");

const START = {
	...Object.fromEntries(
		[...PAGES, ...OTHERS].map((name) => [`pages/${name}`, `${LINES.join("\n\n")}\n`]),
	),
	[`pages/${ICON}`]: svgs()[0] ?? "",
};

const FRONT_MATTER = readRows<string>("content/pieces.yaml", "front_matter");

const page = fc
	.tuple(
		fc.oneof(
			{ weight: 4, arbitrary: fc.constant([]) },
			fc.subarray(FRONT_MATTER, { maxLength: 2 }),
		),
		fc.subarray(LINES, { minLength: 1 }),
	)
	.map(([front, lines]) => {
		const block = front.length === 0 ? "" : `---\n${front.join("\n")}\n---\n\n`;
		return `${block}${lines.join("\n\n")}\n`;
	});

const change = fc.oneof(
	fc.record({ file: fc.constantFrom(...PAGES), text: fc.option(page) }),
	fc.record({
		file: fc.constantFrom(...OTHERS, ICON),
		text: fc.option(fc.constantFrom(...svgs())),
	}),
	fc.constant("swap folders" as const),
);

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

test("a revision that follows others is the one that the folder alone gives", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(change, { minLength: 8, maxLength: 8 }), async (changes) => {
			const { folder, remove } = await createSiteFolder(START);
			try {
				let followed = await read({ siteFolder: folder });
				for (const next of changes) {
					const changed = new Set(await make(next, folder));
					followed = await read({ siteFolder: folder, previous: followed, changed });
					expect(shownIn(followed)).toEqual(shownIn(await read({ siteFolder: folder })));
				}
			} finally {
				await remove();
			}
		}),
		{ numRuns: 25 * timesAsManyRuns },
	);
});

function read(options: Omit<RevisionOptions, "environment">): Promise<LoadedRevision> {
	const { siteFolder } = options;
	const resolveIcon = (name: string): string | undefined =>
		name.startsWith("site:")
			? textOf(join(siteFolder, "icons", `${name.slice(5)}.svg`))
			: undefined;
	return loadRevision({ ...options, environment: {}, nowMs: 0, resolveIcon });
}

function textOf(file: string): string | undefined {
	return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** @returns The folders of which the system tells that something has happened, and those watched anew. */
async function make(next: Change, folder: string): Promise<readonly string[]> {
	const pages = join(folder, "pages");
	if (next === "swap folders") {
		const [one, other, between] = ["guide", "other", "between"].map((name) => join(pages, name));
		await Promise.all([one, other].map((path) => mkdir(path ?? "", { recursive: true })));
		await rename(one ?? "", between ?? "");
		await rename(other ?? "", one ?? "");
		await rename(between ?? "", other ?? "");
		return [pages, one ?? "", other ?? ""];
	}
	const file = join(pages, next.file);
	const isNew = (await mkdir(dirname(file), { recursive: true })) !== undefined;
	if (next.text === null) await rm(file, { force: true });
	else await writeFile(file, next.text);
	return isNew ? [dirname(dirname(file)), dirname(file)] : [dirname(file)];
}

function shownIn({ id, pages, files, problems, tree, foldedPaths }: LoadedRevision) {
	return {
		id,
		problems,
		files: [...files.keys()],
		tree: JSON.stringify(tree.root),
		aliases: ["/c", "/guide/index", "/guide/c"].map((path) => foldedPaths.get(path)),
		pages: Array.from(pages.values(), (shown) => {
			const { path, title, frontMatter, navigation } = shown;
			return { path, title, html: bodyHtml(shown), frontMatter, navigation };
		}),
	};
}

function svgs(): readonly string[] {
	return [10, 20].map(
		(width) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="5"></svg>`,
	);
}
