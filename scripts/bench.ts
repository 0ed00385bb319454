/**
 * Measures the product as it is shipped against bare servers beside it, and prints a Markdown
 * table. With `--json {file}` it writes all figures as well, with `--quick` it only shows that
 * everything runs.
 */
import { writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { measureAnswers } from "./bench/http/answer-cases.ts";
import { measureSites } from "./bench/http/measure-sites.ts";
import { pinLoad } from "./bench/http/pinned-process.ts";
import { Servers } from "./bench/http/servers.ts";
import { describeMachine } from "./bench/machine.ts";
import { renderReport } from "./bench/report.ts";
import { ensureBuild } from "./build.ts";

const words = process.argv.slice(2);
const isQuick = words.includes("--quick");
const jsonFile = words[words.indexOf("--json") + 1];
const rounds = isQuick ? { count: 1, durationMs: 200 } : { count: 5, durationMs: 1000 };

await ensureBuild(dirname(import.meta.dirname));
pinLoad();
await using servers = new Servers();
const sizes = isQuick ? [300] : [300, 1000, 10_000];
const results = {
	machine: describeMachine(),
	answers: await measureAnswers(servers, rounds),
	sites: await measureSites(servers, sizes, rounds),
};
if (words.includes("--json") && jsonFile !== undefined) {
	await writeFile(jsonFile, `${JSON.stringify(results, undefined, "\t")}\n`);
}
process.stdout.write(renderReport(results));
