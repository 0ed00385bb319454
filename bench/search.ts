import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { loadRevision } from "../src/server/content/load-revision.ts";
import type { LoadedRevision } from "../src/server/content/revision.ts";
import { readPageText } from "../src/server/search/page-text.ts";
import { SearchIndexer } from "../src/server/search/search-indexer.ts";
import { SearchReader } from "../src/server/search/search-reader.ts";
import { encodePath } from "../src/shared/routing/routes.ts";
import { pseudoRandom } from "../test/support/pseudo-random.ts";
import { measureServed } from "./search/measure-served.ts";

/** Each question is sent once, so that the run ends even with slow answers. */
const QUESTIONS = 5000;

const TIDY_MS = 3000;

/** Measures the search over a folder of real documentation: `node bench/search.ts {folder}`. */
async function measureSearch(siteFolder: string): Promise<void> {
	const data = await mkdtemp(join(tmpdir(), "loggia-bench-"));
	const indexFile = join(data, "search.db");
	try {
		const revision = await loadRevision({ siteFolder, environment: {} });
		const startedAt = performance.now();
		const words = await fillIndex(revision, indexFile);
		const indexMs = performance.now() - startedAt;
		await setTimeout(TIDY_MS);
		const textBytes = textOf(revision);
		const database = new DatabaseSync(indexFile);
		database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
		database.close();
		const indexBytes = (await stat(indexFile)).size;
		const questions = questionsOf(words);
		const times = askAll(indexFile, questions);
		console.log({
			pages: revision.pages.size,
			indexMs: Math.round(indexMs),
			indexShare: (indexBytes / textBytes).toFixed(2),
			p50Ms: times.at(QUESTIONS * 0.5)?.toFixed(1),
			p95Ms: times.at(QUESTIONS * 0.95)?.toFixed(1),
			longestMs: times.at(-1)?.toFixed(1),
			served: await measureServed({
				...{ siteFolder, questions, typed: typedOf(questions) },
				paths: [...revision.pages.keys()].map(encodePath),
			}),
		});
	} finally {
		await rm(data, { recursive: true, force: true });
	}
}

/** @returns Terms of the index, in alphabetical order. */
async function fillIndex(revision: LoadedRevision, indexFile: string): Promise<readonly string[]> {
	const indexer = new SearchIndexer({ indexFile, warn: console.error, now: Date.now });
	indexer.update(revision);
	const database = new DatabaseSync(indexFile, { readOnly: true });
	const state = database.prepare("SELECT value FROM meta WHERE name = 'state'");
	while (state.get()?.["value"] === "incomplete") await setTimeout(50);
	database.exec("CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'text', 'row')");
	const rows = database.prepare("SELECT term FROM temp.terms WHERE doc > 2 ORDER BY term").all();
	database.close();
	return rows.map((row) => String(row["term"]));
}

function textOf({ pages }: LoadedRevision): number {
	let bytes = 0;
	for (const page of pages.values()) {
		for (const { heading, text, code } of readPageText(page.html).sections) {
			bytes += Buffer.byteLength(heading + text + code);
		}
	}
	return bytes;
}

/** Returns questions of one to three words from the whole index, some cut. The strides are coprime. */
function questionsOf(words: readonly string[]): readonly string[] {
	return Array.from({ length: QUESTIONS }, (_, index) => {
		const chosen = Array.from(
			{ length: 1 + (index % 3) },
			(_word, place) => words[(index * 7919 + place * 104_729) % words.length] ?? "",
		);
		return chosen.join(" ").slice(0, index % 5 === 0 ? -1 : undefined);
	});
}

/** Selects questions by Zipf's law. Returns each with all its prefixes from the second letter on. */
function typedOf(questions: readonly string[]): readonly string[] {
	const random = pseudoRandom(20_261_123);
	const asked: string[] = [];
	while (asked.length < QUESTIONS) {
		// Uniform in the logarithm: the first is as frequent as the second and third together.
		const rank = Math.floor(questions.length ** random());
		const question = questions[rank - 1] ?? "";
		for (let length = 2; length <= question.length; length += 1) {
			asked.push(question.slice(0, length));
		}
	}
	return asked;
}

/** @returns Processor time of each question in milliseconds, longest last. */
function askAll(indexFile: string, questions: readonly string[]): readonly number[] {
	const reader = new SearchReader(indexFile, "en");
	const times = questions.map((text) => {
		// Thread time excludes other work on the machine.
		const before = process.threadCpuUsage();
		reader.find(text);
		const { user, system } = process.threadCpuUsage(before);
		return (user + system) / 1000;
	});
	reader.close();
	return times.toSorted((one, other) => one - other);
}

await measureSearch(resolve(process.argv[2] ?? "site"));
