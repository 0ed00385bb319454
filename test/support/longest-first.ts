import { basename } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Rough run times of the slow files, in seconds on two cores. */
const SECONDS: Readonly<Record<string, number>> = {
	"stack.test.ts": 90,
	"image.test.ts": 20,
	"checks.test.ts": 45,
	"kill.test.ts": 40,
	"live-content.test.ts": 20,
	"health-check.test.ts": 20,
	"last-good.test.ts": 10,
	"session-routes.test.ts": 15,
	"answers.test.ts": 15,
	"stuck-thread.test.ts": 15,
	"slow-readers.test.ts": 10,
	"build.test.ts": 10,
	"figures.test.ts": 10,
	"dashboard-accessibility.test.ts": 40,
	"analytics-posthog-js.test.ts": 30,
	"upgrades.test.ts": 25,
	"page-analytics.test.ts": 25,
	"color-mode.test.ts": 25,
	"redirects-and-prefetch.test.ts": 20,
	"dashboard-screens.test.ts": 30,
	"dashboard.test.ts": 30,
	"site-code.test.ts": 60,
	"lost-chunks.test.ts": 20,
	"client-scripts.test.ts": 15,
	"consent.test.ts": 25,
	"handbook.test.ts": 25,
	"histories.test.ts": 15,
	"counted-day.test.ts": 10,
	"flags-in-pages.test.ts": 20,
	"search.test.ts": 20,
	"appearance.test.ts": 15,
	"analytics-hooks.test.ts": 15,
	"answered-clicks.test.ts": 15,
	"first-view.test.ts": 15,
	"hostile-pages.test.ts": 20,
	"site-code-reader.test.ts": 15,
	"site-from-git.test.ts": 15,
	"images.test.ts": 15,
	"shipper.test.ts": 15,
	"back-up.test.ts": 10,
	"retention.test.ts": 10,
	"private-pages.test.ts": 15,
	"large-bodies.test.ts": 10,
	"every-door.test.ts": 10,
	"request-target.test.ts": 10,
	"main.test.ts": 10,
	"next-revision.fuzz.test.ts": 10,
	"damaged-pages.test.ts": 10,
	"who-is-a-visitor.test.ts": 10,
	"start.test.ts": 10,
	"hidden-page-times.test.ts": 10,
	"ingest-memory.test.ts": 10,
	"page-cache.test.ts": 10,
};

const OTHER_SECONDS = 2;

/** Patterns of the files that `npm run test:quick` skips. */
export const SLOW_FILES: readonly string[] = Object.keys(SECONDS).map((name) => `**/${name}`);

/** Number of files that run in parallel: of containers, and of all other projects. */
const LANES = { waiting: 2, working: 2 };

/**
 * Orders files so that all workers end at the same time: the longest first. Files of containers wait
 * most of the time, so they are spread among the others. Vitest itself sorts by earlier run times,
 * which a fresh clone does not have. Files of a project stay together and share loaded modules.
 */
export class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		// oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own method, which returns a new list.
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

/** @returns The start of each file, in seconds, with a number of workers. */
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
