import { spawnSync } from "node:child_process";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./support/longest-first.ts";
import { SumReporter } from "./support/sum-reporter.ts";

const UNIT_FOLDERS = "test/{shared,app,platform,scripts,bench}";
const SERVICE_FOLDERS = "test/{server,analytics,contract}";

const hasDocker = spawnSync("docker", ["info"], { stdio: "ignore", timeout: 10_000 }).status === 0;

/**
 * By depth: functions (`unit`), services (`services`), the product in a real browser
 * (`browser`), and its images (`container`, where a Docker engine answers). Beside them runs
 * what reads the sources alone (`checks`).
 */
export default defineConfig({
	test: {
		maxWorkers: 2,
		sequence: { sequencer: LongestFirst },
		reporters: ["default", new SumReporter()],
		globalSetup: ["test/support/build-setup.ts"],
		projects: [
			{
				test: { name: "checks", include: ["test/*.test.ts"], testTimeout: 300_000 },
			},
			{
				test: {
					name: "unit",
					include: [`${UNIT_FOLDERS}/**/*.test.{ts,tsx}`],
					testTimeout: 20_000,
					expect: { poll: { timeout: 5_000 } },
				},
			},
			{
				test: {
					name: "services",
					include: [`${SERVICE_FOLDERS}/**/*.test.{ts,tsx}`],
					// Some of them sync a disk a thousand times.
					testTimeout: 60_000,
					hookTimeout: 60_000,
					expect: { poll: { timeout: 5_000 } },
				},
			},
			{
				test: {
					name: "browser",
					include: ["test/browser/**/*.test.ts"],
					globalSetup: ["test/support/browser-setup.ts"],
					// Pages wait for a processor that other tests use too.
					testTimeout: 60_000,
					hookTimeout: 60_000,
					expect: { poll: { timeout: 15_000 } },
				},
			},
			{
				test: {
					name: "container",
					include: [hasDocker ? "test/container/*.test.ts" : "test/container/support/no-engine.ts"],
					globalSetup: hasDocker
						? ["test/support/browser-setup.ts", "test/container/support/container-setup.ts"]
						: [],
					// What one file measures must not be another one's load.
					fileParallelism: false,
					testTimeout: 300_000,
					hookTimeout: 300_000,
				},
			},
		],
	},
});
