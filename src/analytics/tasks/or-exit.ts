import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { FIRST_PROJECT } from "../api-types/projects.ts";
import type { AnalyticsConfig } from "../config.ts";
import { ConfigurationError } from "../errors.ts";
import { type AnalyticsStore, openStore } from "../store/analytics-store.ts";

/** Exits with a sentence about what the operator can change, instead of a stack trace. */
export function exitWith(sentence: string): never {
	process.stderr.write(`${sentence}\n`);
	process.exit(1);
}

/** Runs `work`, and exits with the message of a configuration error. */
export async function orExit<Result>(work: () => Result | Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (!(error instanceof ConfigurationError)) throw error;
		return exitWith(error.message);
	}
}

/** @param reportMigration Receives sentences about the progress of a migration. */
export function openStoreOrExit(
	{ storePath, keptQueryParameters }: AnalyticsConfig,
	reportMigration: (sentence: string) => void = printProgress,
): AnalyticsStore {
	try {
		return openStore(storePath, Date.now(), { keptQueryParameters, reportMigration });
	} catch (error) {
		if (error instanceof ConfigurationError) return exitWith(error.message);
		return exitWith(
			`DATA_DIR must be a writable folder with free space: "${storePath}" cannot be opened (${error})`,
		);
	}
}

/** Prints to standard error: standard output is the result of a task. */
export function printProgress(sentence: string): void {
	process.stderr.write(`${sentence}\n`);
}

/** @param project Id of another project; the first project unless given. */
export function storePathOf(
	{ storePath, projectsFolder }: AnalyticsConfig,
	project?: string,
): string {
	if (project === undefined || project === FIRST_PROJECT) return storePath;
	if (!/^[0-9a-f]+$/.test(project)) exitWith(`A project must be named by its id: got "${project}"`);
	return join(projectsFolder, project, "events.sqlite");
}

/** @returns Ids of the further projects that have a file. */
export function storedProjects(config: AnalyticsConfig): readonly string[] {
	const { projectsFolder } = config;
	if (!existsSync(projectsFolder)) return [];
	return readdirSync(projectsFolder).filter((id) => existsSync(storePathOf(config, id)));
}

/** @returns Paths of all files, the first project's first. */
export function storePaths(config: AnalyticsConfig): readonly string[] {
	const projects = storedProjects(config).map((id) => storePathOf(config, id));
	return [config.storePath, ...projects].filter((path) => existsSync(path));
}
