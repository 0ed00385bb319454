import { dirname } from "node:path";
import { checksOf } from "./test/checks.ts";
import { type CheckResult, renderSummary, renderTable } from "./test/summary.ts";

/**
 * `npm test`: everything that must hold before a change is pushed, one check after the
 * other. All of them run, whatever fails, and the last line is the sum.
 */
async function runChecks(): Promise<readonly CheckResult[]> {
	const results: CheckResult[] = [];
	for (const { name, run } of checksOf(dirname(import.meta.dirname))) {
		console.log(`\n── ${name}`);
		const startedAt = performance.now();
		const outcome = await run();
		if (outcome.note !== undefined) console.log(outcome.note);
		results.push({ name, ...outcome, durationMs: performance.now() - startedAt });
	}
	return results;
}

const results = await runChecks();
console.log(`\n${renderTable(results)}\n`);
console.log(renderSummary(results));
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
