import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { MarkdownIt } from "markdown-it";
import MarkdownParser from "markdown-it";
import { expect, test } from "vitest";
import { markup } from "../src/server/content/markdown/rules.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDER_READMES = globSync("{src,scripts,test,bench,docs}/**/README.md", {
	cwd: ROOT,
	exclude: ["test/fixtures/**"],
});
const DECISIONS = globSync("docs/decisions/[0-9]*.md", { cwd: ROOT });

test("no page for developers links to what does not exist", () => {
	const pages = ["README.md", "CONTRIBUTING.md", ...FOLDER_READMES, ...DECISIONS];
	const dead = pages.flatMap((page) =>
		[...read(page).matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
			.filter(([, target = ""]) => !existsSync(join(ROOT, dirname(page), target)))
			.map(([, target]) => `${page}: ${target}`),
	);

	expect(dead).toEqual([]);
});

test("every source that CONTRIBUTING.md and the handbook's page on architecture name exists", () => {
	const pages = ["CONTRIBUTING.md", "site/pages/6.extend/10.architecture.md"];
	const named = [
		...pages
			.map(read)
			.join()
			.matchAll(/^ \d {2}(\S+\.ts)|`((?:src|site)\/\S+)`/gm),
	]
		.map(([, inDrawing, inText]) => (inDrawing === undefined ? inText : `src/${inDrawing}`))
		.filter((path) => path !== undefined);

	expect(named.length).toBeGreaterThan(25);
	expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("the rule of Markdown in CONTRIBUTING.md passes its own test", async () => {
	const blocks = [...read("CONTRIBUTING.md").matchAll(/^```ts\n([\s\S]*?)^```$/gm)];
	const [rule = "", cases = ""] = blocks.map(([, text = ""]) => text);
	const file = join(temporaryFolder(), "keyboard-keys.ts");
	writeFileSync(
		file,
		rule.replaceAll(/"(\.[^"]+)"/g, (_path, path: string) => {
			return JSON.stringify(join(ROOT, "src/server/content/markdown", path));
		}),
	);
	const { keyboardKeys } = (await import(file)) as { keyboardKeys: (markdown: MarkdownIt) => void };
	const markdown = new MarkdownParser().use(markup).use(keyboardKeys);
	const rows = [...cases.matchAll(/^\t(\[".*"\]),$/gm)].map(([, row = ""]) => JSON.parse(row));

	expect(rows.length).toBeGreaterThan(2);
	for (const [text, html] of rows) expect(markdown.render(text)).toBe(html);
});

test("each place that src/README.md names for a change exists", () => {
	const cells = [...read("src/README.md").matchAll(/^\| .+ \| (.+) \|$/gm)].map(
		([, cell = ""]) => cell,
	);
	const named = [...cells.join().matchAll(/`([^`]+\/[^`]+)`/g)].map(([, path = ""]) => path);

	expect(named.length).toBeGreaterThan(15);
	expect(
		named.filter((path) => ![path, `src/${path}`].some((one) => existsSync(join(ROOT, one)))),
	).toEqual([]);
});

test.each(FOLDER_READMES)("%s has 40 lines at most, and its table names what exists", (page) => {
	const text = read(page);
	const named = [...text.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = ""]) =>
		[...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
	);

	expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
	expect(named.filter((name) => globSync(join(ROOT, dirname(page), name)).length === 0)).toEqual(
		[],
	);
});

test("every decision is in the index, and takes 25 lines at most", () => {
	const index = read("docs/decisions/README.md");

	for (const decision of DECISIONS) {
		expect(index).toContain(`(${basename(decision)})`);
		expect(read(decision).trimEnd().split("\n").length, decision).toBeLessThanOrEqual(25);
	}
});

function read(path: string): string {
	return readFileSync(join(ROOT, path), "utf8");
}
