import { defineConfig } from "vitest/config";

/** Three depths: functions and services (`unit`), the product in a real browser (`browser`). */
export default defineConfig({
	test: {
		projects: [
			{
				test: {
					name: "unit",
					include: ["test/{shared,app,platform,server,analytics,scripts,contract}/**/*.test.{ts,tsx}"],
					testTimeout: 20_000,
				},
			},
			{
				test: {
					name: "browser",
					include: ["test/browser/**/*.test.ts"],
					globalSetup: ["test/support/browser-setup.ts"],
					testTimeout: 60_000,
					hookTimeout: 60_000,
					maxWorkers: 2,
				},
			},
		],
	},
});
