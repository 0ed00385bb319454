import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { loadRevision } from "../src/server/content/load-revision.ts";
import { withMistake } from "../test/support/typing-mistake.ts";
import { askLoggia } from "./search/ask-loggia.ts";
import { askMiniSearch, type MiniSearchModule } from "./search/ask-minisearch.ts";
import { askPagefind, type PagefindModule } from "./search/ask-pagefind.ts";
import { type Ask, QUESTIONS, type Question } from "./search/question.ts";

/** Numbers of questions, and of right pages among the first results. */
interface Places {
	asked: number;
	first: number;
	amongFive: number;
	amongFiveMistyped: number;
}

/**
 * Sends written questions to this search and to others, over the same pages:
 * `node bench/search-quality.ts {vitepress} {fastify} {packages}`. The arguments are site folders of the
 * two documentations, and the folder in which `npm install minisearch pagefind` ran.
 */
async function measureQuality(
	folders: Readonly<Record<keyof typeof QUESTIONS, string>>,
	packages: string,
): Promise<void> {
	const load = (file: string): Promise<unknown> =>
		import(pathToFileURL(resolve(packages, "node_modules", file)).href);
	const miniSearch = (await load("minisearch/dist/es/index.js")) as MiniSearchModule;
	const pagefind = (await load("pagefind/lib/index.js")) as PagefindModule;
	const sums = new Map<string, Places>();
	for (const name of ["handbook", "vitepress", "fastify"] as const) {
		const data = await mkdtemp(join(tmpdir(), "loggia-bench-"));
		const revision = await loadRevision({ siteFolder: resolve(folders[name]), environment: {} });
		const found = await askPagefind(pagefind, revision, join(data, "pagefind"));
		try {
			const searches: readonly (readonly [string, Ask])[] = [
				["Loggia", await askLoggia(revision, data)],
				["MiniSearch", askMiniSearch(miniSearch, revision)],
				["Pagefind", found.ask],
			];
			for (const [search, ask] of searches) {
				const sum = sums.get(search) ?? { asked: 0, first: 0, amongFive: 0, amongFiveMistyped: 0 };
				sums.set(search, sum);
				await askAll(QUESTIONS[name], ask, sum, `${search} ${name}`);
			}
		} finally {
			await found.close();
			await rm(data, { recursive: true, force: true });
		}
	}
	console.log("| Search | Right page first | In the first five | With a typing mistake, in five |");
	console.log("| --- | --- | --- | --- |");
	for (const [search, { asked, first, amongFive, amongFiveMistyped }] of sums) {
		const shares = [first, amongFive, amongFiveMistyped].map(
			(count) => `${Math.round((100 * count) / asked)} %`,
		);
		console.log(`| ${[search, ...shares].join(" | ")} |`);
	}
}

async function askAll(
	questions: readonly Question[],
	ask: Ask,
	sum: Places,
	label: string,
): Promise<void> {
	for (const [index, [text, path]] of questions.entries()) {
		const place = (await ask(text)).indexOf(path);
		const mistyped = (await ask(withMistake(text, index))).indexOf(path);
		sum.asked += 1;
		if (place === 0) sum.first += 1;
		if (isAmongFive(place)) sum.amongFive += 1;
		else console.error(`${label}: "${text}" does not find ${path}`);
		if (isAmongFive(mistyped)) sum.amongFiveMistyped += 1;
	}
}

function isAmongFive(place: number): boolean {
	return place >= 0 && place < 5;
}

const [vitepress = "", fastify = "", packages = ""] = process.argv.slice(2);
await measureQuality({ handbook: "site", vitepress, fastify }, packages);
