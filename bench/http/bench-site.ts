import { copyFile, mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface BenchSiteOptions {
	readonly pages: number;
	readonly redirects: number;
	/** {@link PAGES_PER_SECTION} when absent. */
	readonly pagesPerSection?: number;
	/** Access rules of `site.yaml`; no rules when absent. */
	readonly access?: string;
}

/** Path of a page that is code, with a loader of 50 rows. */
export const LIST_PATH = "/products";

/** @returns A new folder with the page at {@link LIST_PATH}. */
export async function createListSite(): Promise<string> {
	const folder = await createBenchSite({ pages: 2, redirects: 0 });
	const page = join(import.meta.dirname, "../baseline/list-page.tsx");
	await copyFile(page, join(folder, `pages${LIST_PATH}.tsx`));
	return folder;
}

/** Path of a page that every bench site has. */
export const BENCH_PAGE = "/section-0/page-1";

/** The sidebar shows the pages of one section. */
export const PAGES_PER_SECTION = 100;

/** @returns A new folder with a site of pages of 16 KB and redirects, in the given numbers. */
export async function createBenchSite(options: BenchSiteOptions): Promise<string> {
	const { pages, redirects, pagesPerSection = PAGES_PER_SECTION, access = "" } = options;
	const folder = await mkdtemp(join(tmpdir(), "bench-site-"));
	const rules = Array.from({ length: redirects }, (_, index) => `/old-${index} /section-0\n`);
	await write(join(folder, "site.yaml"), `name: Bench\nurl: https://bench.example\n${access}`);
	await write(join(folder, "_redirects"), rules.join(""));
	await write(join(folder, "pages/index.md"), "# Bench\n\nA site to measure with.\n");
	const all = Array.from({ length: pages - 1 }, (_, page) => page);
	for (let start = 0; start < all.length; start += pagesPerSection) {
		const section = join(folder, `pages/section-${start / pagesPerSection}`);
		const inSection = all.slice(start, start + pagesPerSection);
		await Promise.all(
			inSection.map((page) => write(join(section, `page-${page}.md`), pageText(page))),
		);
	}
	return folder;
}

async function write(file: string, text: string): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, text);
}

/** Returns text, lists and code: 16 KB of HTML, with different words on each page. */
function pageText(page: number): string {
	const parts = Array.from({ length: 12 }, (_, part) => partText(page, part));
	return `---\ntitle: Page ${page}\n---\n\nWhat page ${page} is about.\n\n${parts.join("\n")}`;
}

function partText(page: number, part: number): string {
	const word = (index: number): string =>
		WORDS[(page * 7 + part * 13 + index) % WORDS.length] ?? "";
	const sentence = (from: number): string =>
		`The ${Array.from({ length: 18 }, (_, index) => word(from + index * 5)).join(" ")}.`;
	const paragraphs = [0, 3, 8].map((from) => `${sentence(from)} ${sentence(from + 1)}`);
	return `## Part ${part} of ${page}

${paragraphs.join("\n\n")}

- ${word(1)} [${word(2)}](${BENCH_PAGE})
- \`${word(3)}\`

\`\`\`ts
export const ${word(4)}${part} = { ${word(5)}: ${page}, ${word(6)}: "${word(7)}" };
\`\`\`
`;
}

const WORDS = (
	"server page answer request visitor folder file build chunk cache revision header body link image " +
	"table heading section list code text time second minute day value key name number part whole first " +
	"last small large quick slow open closed new old same other high low long short early late near far"
).split(" ");
