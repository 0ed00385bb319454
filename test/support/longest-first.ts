import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take many times what the others take, the longest first. */
const LONGEST: readonly string[] = [
	"counted-day.test.ts",
	"upgrades.test.ts",
	"dashboard-accessibility.test.ts",
	"redirects-and-prefetch.test.ts",
	"page-analytics.test.ts",
	"analytics-failures.test.ts",
	"color-mode.test.ts",
	"handbook.test.ts",
	"real-documentation.test.ts",
	"analytics-posthog-js.test.ts",
];

/**
 * The order of files, for two workers that are to end at the same time. Vitest goes by what each
 * file took before, which is unknown in a fresh clone, and else by size: a short file that
 * takes long came last, and alone.
 */
export class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		// oxlint-disable-next-line unicorn/no-array-sort -- It is Vitest's own, and gives a list of its own.
		const sorted = await super.sort(files);
		return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
	}
}

function rankOf({ moduleId }: TestSpecification): number {
	const rank = LONGEST.indexOf(basename(moduleId));
	return rank === -1 ? LONGEST.length : rank;
}
