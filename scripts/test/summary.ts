import type { Outcome } from "./outcome.ts";

/** One line of the table at the end. */
export interface CheckResult extends Outcome {
	readonly name: string;
	readonly durationMs: number;
}

/** The last line of `npm test`, which people and machines read alike. */
export function renderSummary(results: readonly CheckResult[]): string {
	const skipped = sumOf(results, "skipped");
	const always = `${sumOf(results, "passed")} passed, ${sumOf(results, "failed")} failed`;
	return skipped === 0 ? always : `${always}, ${skipped} skipped`;
}

/** A plain table with one line for each check. */
export function renderTable(results: readonly CheckResult[]): string {
	const rows = results.map(({ name, passed, failed, skipped, durationMs }) => [
		name,
		String(passed),
		String(failed),
		String(skipped),
		`${(durationMs / 1000).toFixed(1)} s`,
	]);
	return [["check", "passed", "failed", "skipped", "time"], ...rows].map(renderRow).join("\n");
}

function renderRow([name = "", ...numbers]: readonly string[]): string {
	return name.padEnd(12) + numbers.map((number) => number.padStart(9)).join("");
}

function sumOf(results: readonly CheckResult[], member: "passed" | "failed" | "skipped"): number {
	return results.reduce((sum, result) => sum + result[member], 0);
}
