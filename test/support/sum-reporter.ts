import { writeSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** Time-out of a run: several times its duration on a busy machine. */
const LIMIT_MS = 50 * 60_000;

const STANDARD_OUTPUT = 1;

interface Sum {
	readonly passed: number;
	readonly failed: number;
	readonly skipped: number;
}

/** Writes the last line of `npm test`, for people and programs. */
export class SumReporter implements Reporter {
	#sum: Sum = { passed: 0, failed: 0, skipped: 0 };
	readonly #running = new Set<TestModule>();

	onInit(): void {
		process.once("exit", (code) => {
			writeSync(STANDARD_OUTPUT, `${sumLine(this.#sum, code)}\n`);
		});
		setTimeout(() => this.#giveUp(), LIMIT_MS).unref();
	}

	onTestModuleStart(module: TestModule): void {
		this.#running.add(module);
	}

	onTestModuleEnd(module: TestModule): void {
		this.#running.delete(module);
	}

	onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
		this.#sum = sumOf(modules, errors);
	}

	#giveUp(): void {
		const names = [...this.#running].map(({ relativeModuleId }) => relativeModuleId);
		console.error(`Stopped after ${LIMIT_MS / 60_000} minutes in ${names.join(", ")}`);
		process.exit(1);
	}
}

/** Counts a file that cannot be loaded as a failure, as it counts errors outside of tests. */
function sumOf(modules: readonly TestModule[], errors: readonly unknown[]): Sum {
	const sum = { passed: 0, failed: errors.length, skipped: 0 };
	for (const module of modules) {
		const failedBefore = sum.failed;
		for (const test of module.children.allTests()) {
			const { state } = test.result();
			sum[state === "pending" ? "failed" : state] += 1;
		}
		if (!module.ok() && sum.failed === failedBefore) sum.failed += 1;
	}
	return sum;
}

/** A run can end early without a counted failure; only the exit code shows this. */
function sumLine({ passed, failed, skipped }: Sum, exitCode: number): string {
	const always = `${passed} passed, ${failed === 0 && exitCode !== 0 ? 1 : failed} failed`;
	return skipped === 0 ? always : `${always}, ${skipped} skipped`;
}
