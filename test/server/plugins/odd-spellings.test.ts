import { expect, onTestFinished, test } from "vitest";
import { loadHttp } from "../../../bench/load/http-load.ts";
import { median } from "../../../bench/median.ts";
import { MEMORY_ENVIRONMENT } from "../../../scripts/start/service-process.ts";
import targets from "../../fixtures/http/request-targets.json" with { type: "json" };
import { isLong, lengthsOf } from "../../support/lengths.ts";
import { writeSiteFolder } from "../../support/site-folder.ts";
import { type LogLine, type RunningSite, startSite } from "../../support/start-site.ts";

const { spellings } = lengthsOf("test/server/plugins/odd-spellings.test.ts");

const CACHE_MB = 32;
/** Beside other tests, memory is collected later. A kept answer for each spelling would take 200 MB. */
const GROWTH_MB = isLong ? CACHE_MB + 30 : 120;
const MB = 1024 * 1024;

/** So many requests are made beforehand. */
const BATCH = 10_000;

/** As many spellings as a site has addresses. */
const FEW = 400;

const CORPUS = [
	...targets.exact,
	...Object.keys(targets.misspelled),
	...targets.unroutable,
	...targets.malformed,
	...Object.keys(targets.absolute),
	...Object.keys(targets.ingest),
	"/guide/p1/_payload.json?test",
	"/a-page-that-is-not-there",
	"/a-page-that-is-not-there/_payload.json",
	"/__nuxt_island/page-list.json?path=/guide",
];

/** What chooses between the forms of an answer, and makes the server keep another one of them. */
const CLIENTS: readonly Readonly<Record<string, string>>[] = [
	{ "if-none-match": "*" },
	{ "accept-encoding": "br" },
	{ "accept-encoding": "gzip", accept: "text/html" },
	{ accept: "application/json" },
	{},
];

test(`after ${spellings} odd spellings, memory has grown by less than ${GROWTH_MB} MB`, async () => {
	const siteFolder = await writeSiteFolder({
		"pages/index.md": "# Welcome\n",
		"pages/guide/index.md": `# Guide\n\n${"Words of a page. ".repeat(500)}\n`,
		"pages/guide/p1.md": `# First\n\n${"Words of a page. ".repeat(500)}\n`,
		"pages/café.md": "# Café\n",
	});
	const site = await startSite({
		siteFolder,
		environment: { ...MEMORY_ENVIRONMENT, PAGE_CACHE_MB: String(CACHE_MB) },
	});
	onTestFinished(() => void site.process.kill("SIGKILL"));
	// A process under load takes memory for that; what counts is what other spellings add.
	await askBatch(
		site,
		Array.from({ length: BATCH }, (_, index) => requestOf(index % FEW)),
	);
	const before = await metricOf(site, "process_resident_memory_bytes");

	const growthMb: number[] = [];
	for (let answered = 0, asked = 0; answered < spellings; asked += BATCH) {
		const batch = Array.from({ length: BATCH }, (_, index) => requestOf(asked + index));
		answered += await askBatch(site, batch);
		const now = await metricOf(site, "process_resident_memory_bytes");
		growthMb.push(Math.round((now - before) / MB));
	}
	console.log(`${Math.round(before / MB)} MB, and by batches of ${BATCH}: ${growthMb.join(" ")}`);

	// A single figure has in it what is not collected yet; what stays is in most of the later ones.
	const later = growthMb.slice(growthMb.length / 2);
	expect(median(later)).toBeLessThan(GROWTH_MB);
	expect(await metricOf(site, "page_cache_bytes")).toBeLessThan(CACHE_MB * MB);
});

/** @returns How many were answered: a server that other programs leave no time turns some away. */
async function askBatch({ url, log }: RunningSite, requests: readonly Buffer[]): Promise<number> {
	const { statuses } = await loadHttp({
		port: Number(new URL(url).port),
		requests,
		areSentOnce: true,
		connections: 16,
		durationMs: 600_000,
	});
	// A line for each would be the memory of this process.
	(log as LogLine[]).length = 0;
	const answered = new Map([...statuses].filter(([status]) => status !== 503));
	expect([...answered.keys()].filter((status) => status >= 500)).toEqual([]);
	return [...answered.values()].reduce((sum, some) => sum + some, 0);
}

function requestOf(index: number): Buffer {
	const headers = Object.entries(CLIENTS[index % CLIENTS.length] ?? {});
	const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
	return Buffer.from(`GET ${spellingOf(index)} HTTP/1.1\r\nhost: test\r\n${lines.join("")}\r\n`);
}

/** One target of the corpus, with letters encoded and slashes doubled as the bits of a number say. */
function spellingOf(index: number): string {
	const target = CORPUS[index % CORPUS.length] ?? "/";
	const bits = Math.floor(index / CORPUS.length);
	const [path = "", query] = target.split("?", 2);
	const start = path.startsWith("/") ? 0 : path.length;
	const spelled = [...path].map((letter, place) => {
		const isChosen = (bits >> (place % 14)) % 2 === 1 && place >= start;
		if (letter === "/") return isChosen && place > 0 ? "//" : letter;
		const isLetter = /[a-z]/.test(letter) && !path.slice(0, place).endsWith("%");
		return isChosen && isLetter ? `%${letter.charCodeAt(0).toString(16)}` : letter;
	});
	return `${spelled.join("")}?${queryOf(index, query)}`;
}

/** Another page for each number is rendered anew, which takes longer than all the rest. */
function queryOf(index: number, query: string | undefined): string {
	if (index % 50 === 0) return `page=${index}`;
	return index % 2 === 0 || query === undefined ? String(index) : query;
}

async function metricOf({ url }: RunningSite, name: string): Promise<number> {
	const text = await (await fetch(`${url}/metrics`)).text();
	return Number(new RegExp(`^${name} (\\d+)`, "m").exec(text)?.[1]);
}
