import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds that some files take, roughly, where it is many times what the others take. */
const SECONDS: Readonly<Record<string, number>> = {
	"operator.test.ts": 120,
	"stack.test.ts": 90,
	"failures.test.ts": 45,
	"acknowledged-events.test.ts": 40,
	"image.test.ts": 20,
	"checks.test.ts": 45,
	"kill.test.ts": 40,
	"live-content.test.ts": 20,
	"hung-folder.test.ts": 20,
	"health-check.test.ts": 20,
	"last-good.test.ts": 15,
	"session-routes.test.ts": 15,
	"answers.test.ts": 15,
	"stuck-thread.test.ts": 15,
	"slow-readers.test.ts": 10,
	"build.test.ts": 10,
	"figures.test.ts": 10,
	"dashboard-accessibility.test.ts": 40,
	"analytics-failures.test.ts": 40,
	"analytics-posthog-js.test.ts": 40,
	"upgrades.test.ts": 40,
	"page-analytics.test.ts": 35,
	"color-mode.test.ts": 35,
	"redirects-and-prefetch.test.ts": 30,
	"dashboard-screens.test.ts": 30,
	"dashboard.test.ts": 30,
	"lost-chunks.test.ts": 30,
	"client-scripts.test.ts": 15,
	"consent.test.ts": 25,
	"handbook.test.ts": 25,
	"histories.test.ts": 25,
	"dashboard-clickhouse.test.ts": 20,
	"counted-day.test.ts": 10,
	"flags-in-pages.test.ts": 20,
	"search.test.ts": 20,
	"appearance.test.ts": 15,
	"analytics-hooks.test.ts": 15,
	"answered-clicks.test.ts": 15,
	"first-view.test.ts": 15,
};

const OTHER_SECONDS = 2;

/** So many files of containers run at once, beside so many others. */
const LANES = { waiting: 3, working: 2 };

/**
 * The order of files, for workers that are to end at the same time: the longest first, and those of
 * containers, which wait most of the time, spread among the others, which work. Vitest goes by what
 * each file took before, which is unknown in a fresh clone, and else by size. Files of a project
 * stay together: a worker that goes on with another one loads its modules anew.
 */
export class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		// oxlint-disable-next-line unicorn/no-array-sort -- It is Vitest's own, and gives a list of its own.
		const sorted = await super.sort(files);
		const longestFirst = sorted.toSorted((one, other) => secondsOf(other) - secondsOf(one));
		const projects = Map.groupBy(longestFirst, ({ project }) => project.name);
		const waiting = projects.get("container") ?? [];
		const working = ["checks", "unit", "services", "browser"].flatMap(
			(name) => projects.get(name) ?? [],
		);
		const startOf = new Map([
			...startsOf(waiting, LANES.waiting),
			...startsOf(working, LANES.working),
		]);
		return [...waiting, ...working].toSorted(
			(one, other) => (startOf.get(one) ?? 0) - (startOf.get(other) ?? 0),
		);
	}
}

/** When each begins, if so many at once are taken from the front of the list. */
function startsOf(
	files: readonly TestSpecification[],
	lanes: number,
): Map<TestSpecification, number> {
	const freeFrom = Array.from({ length: lanes }, () => 0);
	return new Map(
		files.map((file) => {
			const start = Math.min(...freeFrom);
			freeFrom[freeFrom.indexOf(start)] = start + secondsOf(file);
			return [file, start];
		}),
	);
}

function secondsOf({ moduleId }: TestSpecification): number {
	return SECONDS[basename(moduleId)] ?? OTHER_SECONDS;
}
