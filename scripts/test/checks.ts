import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBuild } from "../build.ts";
import { ensureChromium } from "./chromium.ts";
import { failedBecause, type Outcome, outcomeOf, skippedBecause } from "./outcome.ts";
import { runCommand } from "./run-command.ts";
import { runVitest } from "./run-vitest.ts";

export interface Check {
	readonly name: string;
	readonly run: () => Promise<Outcome>;
}

/** Every check in the order of running: what is quick and says most comes first. */
export function checksOf(root: string): readonly Check[] {
	return [
		{ name: "build", run: () => succeed(() => ensureBuild(root)) },
		{ name: "types", run: () => runNpmScript(root, "check:types") },
		{ name: "format", run: () => runNpmScript(root, "check:format") },
		{ name: "lint", run: () => runNpmScript(root, "check:lint") },
		{ name: "unused", run: () => runNpmScript(root, "check:unused") },
		{ name: "unit", run: () => runVitest(root, "unit") },
		{ name: "services", run: () => runVitest(root, "services") },
		{ name: "chromium", run: () => succeed(ensureChromium) },
		{ name: "browser", run: () => runVitest(root, "browser") },
		{ name: "containers", run: () => runContainerTests(root) },
	];
}

/** The commands themselves stand in package.json, for people who want just one of them. */
async function runNpmScript(root: string, script: string): Promise<Outcome> {
	return outcomeOf((await runCommand(root, ["npm", "run", "--silent", script])) === 0);
}

async function succeed(step: () => unknown): Promise<Outcome> {
	try {
		await step();
		return outcomeOf(true);
	} catch (error) {
		return failedBecause(error instanceof Error ? error.message : String(error));
	}
}

async function runContainerTests(root: string): Promise<Outcome> {
	const { status } = spawnSync("docker", ["info"], { stdio: "ignore", timeout: 10_000 });
	if (status !== 0) return skippedBecause("No Docker engine answers here");
	if (!existsSync(join(root, "test/container")))
		return skippedBecause("There are no container tests");
	return runVitest(root, "container");
}
