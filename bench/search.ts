/**
 * Searches a folder of Markdown as visitors do, 200 times a second, with the server on one core:
 * what one question costs, what the index takes, and how long a save needs to be found.
 *
 *     node bench/search.ts FOLDER [searches a second]
 */
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { SEARCH_INDEX_FILE } from "../src/server/search/search-messages.ts";
import { SEARCH_ENDPOINT, type SearchAnswer } from "../src/shared/search.ts";
import { pinLoad } from "./http/pinned-process.ts";
import { Servers } from "./http/servers.ts";
import { median } from "./median.ts";

const SECONDS = 20;
const SAVES = 7;
const [source = "site", rate = "200"] = process.argv.slice(2);

pinLoad();
await using servers = new Servers();
const [siteFolder, dataFolder] = [await servers.folder(), await servers.folder()];
await cp(source, siteFolder, { recursive: true });
const files = globSync("**/*.{md,mdx}", { cwd: siteFolder }).map((name) => join(siteFolder, name));
const textBytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
const site = await servers.product(siteFolder, { dataFolder });
const startedMs = performance.now();
const indexFile = join(dataFolder, SEARCH_INDEX_FILE);
while (!isComplete()) await setTimeout(50);
const indexedMs = performance.now() - startedMs;
await setTimeout(5000);
const restMb = site.memoryMb();

const questions = questionsFrom(files);
const times = await askAll(questions, Number(rate));
times.sort((one, other) => one - other);
const busyMb = site.memoryMb();
const saves: number[] = [];
for (let save = 0; save < SAVES; save += 1) saves.push(await timeSave(`quokka${save}x`));

console.log(
	`pages:      ${files.length}, ${mega(textBytes)} MB of text; first answer after ${site.readyMs.toFixed(0)} ms`,
);
console.log(
	`index:      ${mega(indexBytes())} MB, ${((100 * indexBytes()) / textBytes).toFixed(0)} % of the text; complete ${indexedMs.toFixed(0)} ms after the start`,
);
console.log(`searches:   ${times.length} different ones, ${rate} a second, server on one core`);
console.log(
	`            p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`,
);
console.log(
	`memory:     ${restMb.toFixed(0)} MB before the first search, ${busyMb.toFixed(0)} MB after`,
);
console.log(
	`save:       searchable after ${median(saves).toFixed(0)} ms, at most ${Math.max(...saves).toFixed(0)} ms`,
);

function isComplete(): boolean {
	try {
		const database = new DatabaseSync(indexFile, { readOnly: true });
		const row = database.prepare("SELECT value FROM meta WHERE name = 'state'").get();
		database.close();
		return row !== undefined && row["value"] !== "incomplete";
	} catch {
		// Not there yet.
		return false;
	}
}

function indexBytes(): number {
	return ["", "-wal"].reduce(
		(sum, suffix) => sum + (statSync(indexFile + suffix, { throwIfNoEntry: false })?.size ?? 0),
		0,
	);
}

/** One to three words of a heading; every third is still being typed, every fourth has a mistake. */
function questionsFrom(names: readonly string[]): readonly string[] {
	const headings = names.flatMap((name) =>
		[...readFileSync(name, "utf8").matchAll(/^(?:#+ |title: )(.+)$/gm)].map(
			([, text = ""]) => text,
		),
	);
	const all = headings.map((text, index) => {
		const words = text
			.replace(/[^\p{L}\p{N}\p{M} ]+/gu, " ")
			.split(" ")
			.filter(Boolean);
		const chosen = words.slice(index % 2, (index % 2) + 1 + (index % 3)).join(" ");
		if (index % 3 === 0) return chosen.slice(0, -2);
		return index % 4 === 0 ? `${chosen.slice(0, 3)}${chosen.slice(4)}` : chosen;
	});
	return [...new Set(all)]
		.filter((text) => text.length > 1)
		.toSorted((one, other) => (hash(one) < hash(other) ? -1 : 1));
}

function hash(text: string): number {
	return [...text].reduce(
		(sum, sign) => Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 0x01000193),
		0x811c9dc5,
	);
}

/** At their time, whether those before are answered or not. */
async function askAll(all: readonly string[], perSecond: number): Promise<number[]> {
	const took: number[] = [];
	const asked: Promise<void>[] = [];
	const from = performance.now();
	const chosen = all.slice(0, perSecond * SECONDS);
	for (const [index, text] of chosen.entries()) {
		const due = from + (index * 1000) / perSecond;
		if (due > performance.now()) await setTimeout(due - performance.now());
		asked.push(
			ask(text).then(() => {
				took.push(performance.now() - due);
			}),
		);
	}
	await Promise.all(asked);
	// The first starts the thread.
	return took.slice(perSecond);
}

async function ask(text: string): Promise<SearchAnswer> {
	const url = `http://127.0.0.1:${site.port}${SEARCH_ENDPOINT}?q=${encodeURIComponent(text)}`;
	const response = await fetch(url);
	if (!response.ok)
		throw new Error(`A search must be answered with 200: "${text}" had ${response.status}`);
	return (await response.json()) as SearchAnswer;
}

async function timeSave(word: string): Promise<number> {
	const from = performance.now();
	writeFileSync(join(siteFolder, "bench-save.md"), `# A save\n\n${word}\n`);
	while ((await ask(word)).results.length === 0) await setTimeout(5);
	return performance.now() - from;
}

function at(share: number): string {
	return (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
}

function mega(bytes: number): string {
	return (bytes / 1e6).toFixed(1);
}
