import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take many times what the others take, the longest first. */
const LONGEST: readonly string[] = [
	"acknowledged-events.test.ts",
	"operator.test.ts",
	"hung-services.test.ts",
	"abnormal.test.ts",
	"checks.test.ts",
	"restarts.test.ts",
	"stack.test.ts",
	"disturbances.test.ts",
	"failures.test.ts",
	"image.test.ts",
	"live-content.test.ts",
	"session-routes.test.ts",
	"build.test.ts",
	"figures.test.ts",
	"counted-day.test.ts",
	"upgrades.test.ts",
	"analytics-failures.test.ts",
	"dashboard-accessibility.test.ts",
	"analytics-posthog-js.test.ts",
	"page-analytics.test.ts",
	"redirects-and-prefetch.test.ts",
	"color-mode.test.ts",
	"handbook.test.ts",
	"real-documentation.test.ts",
];

/**
 * The order of files, for workers that are to end at the same time. Vitest goes by what each
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
