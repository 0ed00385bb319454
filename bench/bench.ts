/**
 * Measures the shipped product against its budgets, together with bare servers, and prints
 * Markdown tables. The exit code is 1 when a budget is missed. Options:
 *
 * - `--only slowness,proxy,answers,sites,scriptsShare,analytics,people` measures only some groups
 * - `--year {folder}` stores the year of events for `people`, which takes minutes to write
 * - `--views {count}` writes another number of events than ten million for `people`
 * - `--clickhouse http://user@host:port/database` sends the events of `people` to an empty ClickHouse, which answers
 *   the same questions
 * - `--json {file}` writes all figures, and preserves the groups in it that were not measured
 * - `--write` stores the results and writes their tables into the handbook
 * - `--quick` only checks that everything runs
 */
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ensureBuild } from "../scripts/build.ts";
import { measureBuild } from "../scripts/size/measure-build.ts";
import { measureReactAlone } from "../scripts/size/react-alone.ts";
import { type BenchResults, budgetsOf, isKept } from "./budgets.ts";
import { measureAnswers } from "./http/answer-cases.ts";
import { measureSites } from "./http/measure-sites.ts";
import { pinLoad } from "./http/pinned-process.ts";
import { Servers } from "./http/servers.ts";
import { measureYardstick } from "./http/yardstick.ts";
import { measureIngest } from "./ingest/measure-ingest.ts";
import { describeMachine } from "./machine.ts";
import { measureProxy } from "./proxy/measure-proxy.ts";
import { renderReport } from "./report.ts";
import { SERVER_REPORT, writeReport } from "./write-report.ts";
import { measurePeople } from "./year/measure-people.ts";
import { VIEWS_PER_SECOND } from "./year/measure-question.ts";

const root = dirname(import.meta.dirname);
const words = process.argv.slice(2);
const isQuick = words.includes("--quick");
const isWritten = words.includes("--write");
const only = wordAfter("--only")?.split(",");
const jsonFile = isWritten ? join(root, SERVER_REPORT.resultsFile) : wordAfter("--json");
const rounds = isQuick ? { count: 1, durationMs: 200 } : { count: 5, durationMs: 700 };
const sizes = isQuick ? [200] : [200, 1000, 10_000];
const views = Number(wordAfter("--views") ?? (isQuick ? 20_000 : 10_000_000));

const measures = {
	slowness: measureYardstick,
	// The first handshakes take a part of each round.
	proxy: (servers: Servers) =>
		measureProxy(servers, { count: isQuick ? 1 : 9, durationMs: isQuick ? 1000 : 2000 }),
	// More rounds: their limits are closest to the measured values.
	answers: (servers: Servers) => measureAnswers(servers, { ...rounds, count: isQuick ? 1 : 9 }),
	sites: (servers: Servers) => measureSites(servers, sizes, rounds),
	scriptsShare: () => measureScripts(),
	analytics: (servers: Servers) => measureIngest(servers, rounds),
	people: (servers: Servers) =>
		measurePeople(servers, {
			views,
			folder: wordAfter("--year"),
			rounds,
			clickHouse: wordAfter("--clickhouse"),
			viewsPerSecond: isQuick ? 20 : VIEWS_PER_SECOND / (results.slowness ?? 1),
		}),
};

const unknown = only?.filter((group) => !Object.hasOwn(measures, group)) ?? [];
if (unknown.length > 0) {
	throw new RangeError(
		`--only must name some of ${Object.keys(measures).join(", ")}: got "${unknown.join(",")}"`,
	);
}

await ensureBuild(root);
pinLoad();
let results: BenchResults = { ...(await readKept()), machine: describeMachine() };
await using servers = new Servers();
// An aborted run leaves neither servers nor folders behind.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
	process.once(signal, () => void servers[Symbol.asyncDispose]().finally(() => process.exit(1)));
}
for (const [group, measure] of Object.entries(measures)) {
	if (only === undefined || only.includes(group)) {
		console.error(`Measuring ${group}`);
		results = { ...results, [group]: await measure(servers) };
	}
}
if (results.slowness !== undefined && only?.includes("slowness") !== false) {
	// The mean of start and end, because the speed of a shared machine changes within minutes.
	results = { ...results, slowness: (results.slowness + (await measureYardstick(servers))) / 2 };
}
if (isWritten) await writeReport(root, SERVER_REPORT, results);
else if (jsonFile !== undefined) {
	await writeFile(jsonFile, `${JSON.stringify(results, undefined, "\t")}\n`);
}
process.stdout.write(renderReport(results));
process.exitCode = budgetsOf(results).every(isKept) ? 0 : 1;

async function measureScripts(): Promise<number> {
	const { "first view, scripts": bytes = Number.NaN } = await measureBuild(root);
	return bytes / (await measureReactAlone(root));
}

function wordAfter(name: string): string | undefined {
	const position = words.indexOf(name);
	return position === -1 ? undefined : words[position + 1];
}

/** Returns the results of an earlier run, if this run adds to them. */
async function readKept(): Promise<Partial<BenchResults>> {
	if (only === undefined || jsonFile === undefined) return {};
	try {
		return JSON.parse(await readFile(jsonFile, "utf8"));
	} catch {
		// The first run has no earlier results.
		return {};
	}
}
