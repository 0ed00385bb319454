import type { Outcome } from "./outcome.ts";

/** What we read of Vitest's JSON report. */
export interface VitestReport {
	readonly numPassedTests: number;
	readonly numFailedTests: number;
	readonly numPendingTests: number;
	readonly numTodoTests: number;
	readonly testResults: readonly VitestFileReport[];
}

export interface VitestFileReport {
	readonly status: string;
	readonly assertionResults: readonly { readonly status: string }[];
}

/**
 * Counts a run. A file that could not be loaded has no tests to fail, and an error outside
 * of every test shows in the exit code alone: both count as a failure of their own.
 */
export function outcomeOfVitest(report: VitestReport, exitCode: number): Outcome {
	const failed = report.numFailedTests + report.testResults.filter(failedAsAWhole).length;
	return {
		passed: report.numPassedTests,
		failed: failed === 0 && exitCode !== 0 ? 1 : failed,
		skipped: report.numPendingTests + report.numTodoTests,
	};
}

function failedAsAWhole({ status, assertionResults }: VitestFileReport): boolean {
	return status === "failed" && !assertionResults.some((result) => result.status === "failed");
}
