import { spawnSync } from "node:child_process";
import { matchesGlob } from "node:path";
import { defineConfig } from "vitest/config";
import { isLong, LONG_FILES, LONG_ONLY } from "./support/lengths.ts";
import { LongestFirst } from "./support/longest-first.ts";
import { PATIENCE_MS } from "./support/patience.ts";
import { SumReporter } from "./support/sum-reporter.ts";

const hasDocker =
	spawnSync("docker", ["info"], { stdio: "ignore", timeout: PATIENCE_MS }).status === 0;

/** Several times what the longest of them take. */
const TEST_MS = isLong ? 2 * 60 * 60_000 : 5 * PATIENCE_MS;

const EXCLUDED = isLong ? [] : [...LONG_ONLY];

const WAITING = { testTimeout: TEST_MS, hookTimeout: TEST_MS };
const POLLING = { timeout: PATIENCE_MS, interval: 50 };

/**
 * By depth: functions (`unit`), services (`services`), the product in a real browser
 * (`browser`), and its images (`container`, where a Docker engine answers). Beside them runs
 * what reads the sources alone (`checks`).
 *
 * Files of the first three share their modules, and the workers their threads: state at the top
 * of a module is seen by the next file.
 */
export default defineConfig({
	test: {
		// Two for what works, and three for containers, which wait most of the time: for health
		// checks, and for what is to come back by itself.
		maxWorkers: 5,
		sequence: { sequencer: LongestFirst },
		reporters: ["default", new SumReporter()],
		globalSetup: ["test/support/build-setup.ts"],
		// Chromium and the images of containers are taken away.
		teardownTimeout: PATIENCE_MS,
		projects: [
			{ test: { name: "checks", include: filesOf("test/*.test.ts"), ...WAITING } },
			{
				test: {
					name: "unit",
					include: filesOf("test/{shared,app,platform,scripts,bench}/**/*.test.{ts,tsx}"),
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
					include: filesOf("test/{server,adopt,analytics,contract,deploy}/**/*.test.{ts,tsx}"),
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
					// After the containers: Chromium gives up every request when a network of the machine changes.
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

/** The long run has the files of its list alone. */
function filesOf(pattern: string): string[] {
	return isLong ? LONG_FILES.filter((file) => matchesGlob(file, pattern)) : [pattern];
}
