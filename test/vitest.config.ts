import { matchesGlob } from "node:path";
import { defineConfig } from "vitest/config";
import { hasProgram } from "./support/has-program.ts";
import { isLong, isQuick, LONG_FILES, LONG_ONLY, SLOW_FILES } from "./support/lengths.ts";
import { PATIENCE_MS } from "./support/patience.ts";
import { SumReporter } from "./support/sum-reporter.ts";

const hasDocker = hasProgram("docker", "info") && hasProgram("docker", "compose", "version");

/** Several times the longest test, on a machine that is three times slower than most. */
const TEST_MS = isLong ? 2 * 60 * 60_000 : 15 * PATIENCE_MS;

const EXCLUDED = isLong ? [] : isQuick ? [...LONG_ONLY, ...SLOW_FILES] : [...LONG_ONLY];

const WAITING = { testTimeout: TEST_MS, hookTimeout: TEST_MS };
const POLLING = { timeout: PATIENCE_MS, interval: 50 };

/**
 * Projects by depth: functions (`unit`), services (`services`), the product in Chromium (`browser`),
 * and its images (`container`, with a Docker engine). `checks` reads the sources only.
 *
 * Files of the first three share modules and threads: the next file sees state at the top of a module.
 */
export default defineConfig({
	test: {
		// Two that work, and two for containers, which mostly wait for health checks and restarts.
		maxWorkers: 4,
		reporters: ["default", new SumReporter()],
		globalSetup: ["test/support/build-setup.ts"],
		// Removes Chromium and the images of containers.
		teardownTimeout: PATIENCE_MS,
		projects: [
			{ test: { name: "checks", include: filesOf("test/*.test.ts"), ...WAITING } },
			{
				test: {
					name: "unit",
					include: filesOf("test/{shared,app,platform,scripts,bench}/**/*.test.{ts,tsx}"),
					exclude: EXCLUDED,
					isolate: false,
					pool: "threads",
					setupFiles: ["test/support/property-seed.ts"],
					expect: { poll: POLLING },
					...WAITING,
				},
			},
			{
				test: {
					name: "services",
					include: filesOf("test/{server,migrate,analytics,contract,deploy}/**/*.test.{ts,tsx}"),
					exclude: EXCLUDED,
					isolate: false,
					pool: "threads",
					setupFiles: [
						"test/support/property-seed.ts",
						"test/support/quick-passwords.ts",
						"test/support/built-threads.ts",
					],
					expect: { poll: POLLING },
					...WAITING,
				},
			},
			{
				test: {
					name: "browser",
					include: filesOf("test/browser/**/*.test.ts"),
					exclude: EXCLUDED,
					isolate: false,
					pool: "threads",
					globalSetup: ["test/support/browser-setup.ts"],
					setupFiles: ["test/support/after-browser-file.ts"],
					// After the containers: Chromium aborts its requests when a network of the machine changes.
					sequence: { groupOrder: 1 },
					// Pages wait for servers now and then: more than two keep two cores busy.
					maxWorkers: 3,
					expect: { poll: { ...POLLING, interval: 100 } },
					...WAITING,
				},
			},
			{
				test: {
					name: "container",
					include: hasDocker
						? filesOf("test/container/*.test.ts")
						: ["test/container/support/no-engine.ts"],
					exclude: EXCLUDED,
					globalSetup: hasDocker
						? ["test/support/browser-setup.ts", "test/container/support/container-setup.ts"]
						: [],
					// Health checks come every three seconds, and asking for their state starts a program.
					expect: { poll: { timeout: 3 * PATIENCE_MS, interval: 1000 } },
					...WAITING,
				},
			},
		],
	},
});

/** The long run has only the files of its list. */
function filesOf(pattern: string): string[] {
	return isLong ? LONG_FILES.filter((file) => matchesGlob(file, pattern)) : [pattern];
}
