import { type SpawnSyncOptions, type SpawnSyncReturns, spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { ensureBuild } from "../build.ts";
import { planServices, type ServiceChoice } from "./plan-services.ts";

/** @param words The task and its arguments. */
export type RunTask = (
	words: readonly string[],
	options?: SpawnSyncOptions,
) => SpawnSyncReturns<string | Buffer>;

/** @returns A function that runs a task of a service, with the service's environment. */
export async function taskRunner(service: Exclude<ServiceChoice, "all">): Promise<RunTask> {
	const root = dirname(dirname(import.meta.dirname));
	await ensureBuild(root);
	const [plan] = planServices(service, process.env, root);
	if (plan === undefined) throw new Error(`There is no plan for ${service}`);
	const { entry, environment } = plan;
	return (words, options = {}) =>
		spawnSync(process.execPath, [entry, ...words], {
			env: environment,
			stdio: "inherit",
			...options,
		});
}
