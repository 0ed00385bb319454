/**
 * Sizes of tests by file: the short one for `npm test`, the long one for `npm run test:long`.
 * The long run has only these files.
 */
const LENGTHS = {
	"test/app/client/navigation/navigation-histories.test.ts": { histories: [1000, 100_000] },
	"test/analytics/flags/junk.test.ts": { timesAsManyRuns: [1, 50] },

	"test/analytics/query/figures.test.ts": { zones: [2, 4], zonesForEachFilter: [1, 4] },
	"test/analytics/query/questions/answers.test.ts": { people: [300, 10_000] },
	"test/analytics/query/questions/journeys.test.ts": {},
	"test/analytics/query/transfer.test.ts": { months: [2, 300] },
	"test/analytics/http/decode-body.test.ts": { timesAsManyRuns: [1, 50] },
	"test/analytics/protocol/event-time.test.ts": { timesAsManyRuns: [1, 50] },
	"test/server/content/content.fuzz.test.ts": { timesAsManyRuns: [1, 50] },
	"test/server/content/next-revision.fuzz.test.ts": { timesAsManyRuns: [1, 50] },
	"test/server/search/search.fuzz.test.ts": { queries: [200, 10_000] },
	"test/shared/routing/route-rules.fuzz.test.ts": { timesAsManyRuns: [1, 50] },
	"test/analytics/store/clickhouse/kill.test.ts": { cycles: [2, 200] },
	"test/analytics/store/file/damage.test.ts": { rounds: [25, 1000] },
	"test/analytics/store/file/kill.test.ts": { cycles: [2, 200] },
	"test/analytics/store/columns/any-history.test.ts": { histories: [10, 20_000] },
	"test/analytics/store/columns/column-files.test.ts": { kills: [2, 200] },
	"test/analytics/store/columns/sealed-days.test.ts": { histories: [25, 20_000] },
	"test/analytics/store/columns/sessions.test.ts": { orders: [60, 3000] },
	"test/browser/analytics-failures.test.ts": {},
	"test/browser/analytics-posthog-js.test.ts": { clients: [1, 2] },
	"test/browser/client-scripts.test.ts": { clients: [1, 2] },
	"test/browser/color-mode.test.ts": { storedValues: [2, 9] },
	"test/analytics/store/privacy/marked-visits.test.ts": { visits: [60, 1000] },
	"test/browser/counted-day.test.ts": { visits: [20, 500] },
	"test/browser/dashboard-accessibility.test.ts": { widths: [1, 2] },
	"test/browser/shop.test.ts": { saves: [2, 10], deploys: [1, 2] },
	"test/browser/generated-histories.test.ts": { histories: [3, 300] },
	"test/browser/handbook.test.ts": { pagesForEachThatIsJudged: [24, 1] },
	"test/browser/lost-chunks.test.ts": { parts: [2, 4] },
	"test/browser/other-browsers.test.ts": { histories: [2, 30] },
	"test/browser/real-documentation.test.ts": { pagesForEachThatIsOpened: [40, 1] },
	"test/browser/redirects-and-prefetch.test.ts": { stride: [3, 1] },
	"test/browser/site-code.test.ts": { saves: [2, 10] },
	"test/browser/upgrades.test.ts": { upgrades: [1, 10] },
	"test/container/abnormal.test.ts": {},
	"test/container/git.test.ts": {},
	"test/container/hung-services.test.ts": {},
	"test/container/operator-tasks.test.ts": {},
	"test/container/failures.test.ts": {},
	"test/container/load-balancer.test.ts": {},
	"test/container/monitoring.test.ts": {},
	"test/container/operator.test.ts": {},
	"test/container/release.test.ts": {},
	"test/container/restarts.test.ts": {},
	"test/container/upgrade.test.ts": {},
	"test/scripts/build.test.ts": {},
	"test/server/http-cache/written-files.test.ts": {
		requests: [200, 20_000],
		requestsBesideLinks: [200, 200_000],
		downloads: [30, 2000],
		looks: [150, 20_000],
	},
	"test/server/event-queue/kill.test.ts": { cycles: [1, 300] },
	"test/server/content-worker/live-content.test.ts": { files: [100, 1000] },
	"test/server/content/markdown/code/diagrams.test.ts": { labels: [60, 5_000] },
	"test/server/git/commit-times.test.ts": {},
	"test/server/hung-folder.test.ts": {},
	"test/server/http/request-target.test.ts": { spellings: [2_000, 1_000_000] },
	"test/server/pages/hidden-page-times.test.ts": { pages: [100, 2000] },
} as const;

const length = process.env["TEST_LENGTH"];

export const isLong = length === "long";

/** `npm run test:quick`: types, lint, and tests of functions and services that take seconds. */
export const isQuick = length === "quick";

export const LONG_FILES: readonly string[] = Object.keys(LENGTHS);

/**
 * Files of the long run only: they take minutes, or much processor time for code that seldom changes. In the
 * short run, `stack.test.ts` starts everything in containers. `histories.test.ts`, `site-from-git.test.ts`,
 * the tests of ingest and those beside `scripts/` cover the simple cases of the other files.
 */
export const LONG_ONLY: readonly string[] = [
	"test/browser/analytics-failures.test.ts",
	"test/browser/generated-histories.test.ts",
	"test/browser/other-browsers.test.ts",
	"test/container/abnormal.test.ts",
	"test/container/failures.test.ts",
	"test/container/git.test.ts",
	"test/container/hung-services.test.ts",
	"test/container/operator-tasks.test.ts",
	"test/container/load-balancer.test.ts",
	"test/container/monitoring.test.ts",
	"test/container/operator.test.ts",
	"test/container/release.test.ts",
	"test/container/restarts.test.ts",
	"test/container/upgrade.test.ts",
	"test/server/git/commit-times.test.ts",
	"test/server/hung-folder.test.ts",
];

/** Files of functions and services that take five seconds or more: `npm run test:quick` skips them. */
export const SLOW_FILES: readonly string[] = [
	"checks",
	"comments",
	"answers",
	"back-up",
	"back-up-now",
	"build",
	"build-code",
	"check-site",
	"damaged-pages",
	"every-door",
	"examples",
	"figures",
	"first-load",
	"health-check",
	"hidden-page-times",
	"hostile-folders",
	"hostile-pages",
	"images",
	"ingest-memory",
	"journeys",
	"kill",
	"large-bodies",
	"last-good",
	"list-events",
	"live-content",
	"main",
	"navigation-histories",
	"next-revision.fuzz",
	"page-cache",
	"persons",
	"private-files",
	"private-pages",
	"questions",
	"recorded-flag-requests",
	"recorded-requests",
	"replaced-folder",
	"request-target",
	"retention",
	"search.fuzz",
	"session-end",
	"session-routes",
	"shipper",
	"sign-in",
	"site-code-reader",
	"site-from-git",
	"slow-readers",
	"start",
	"start-shipping",
	"stuck-thread",
	"transfer",
	"who-is-a-visitor",
].map((name) => `**/${name}.test.ts`);

/** @returns The sizes of a file for this run, by the names in its entry. */
export function lengthsOf<File extends keyof typeof LENGTHS>(
	file: File,
): Readonly<Record<keyof (typeof LENGTHS)[File], number>> {
	const entries = Object.entries<readonly [short: number, long: number]>(LENGTHS[file]);
	const chosen = entries.map(([name, [short, long]]) => [name, isLong ? long : short]);
	// `Object.fromEntries()` loses the type of the keys.
	return Object.fromEntries(chosen) as Record<keyof (typeof LENGTHS)[File], number>;
}
