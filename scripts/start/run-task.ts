import { type SpawnSyncOptions, type SpawnSyncReturns, spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { ensureBuild } from "../build.ts";
import { planServices, type ServiceChoice } from "./plan-services.ts";

/**
 * Runs a task of a service instead of the service: with its variables, since it alone knows what
 * they mean.
 *
 * @param words The task, and what it is told.
 */
export async function runTask(
	service: Exclude<ServiceChoice, "all">,
	words: readonly string[],
	options: SpawnSyncOptions = {},
): Promise<SpawnSyncReturns<string | Buffer>> {
	const root = dirname(dirname(import.meta.dirname));
	await ensureBuild(root);
	const [plan] = planServices(service, process.env, root);
	if (plan === undefined) throw new Error(`There is no plan for ${service}`);
	return spawnSync(process.execPath, [plan.entry, ...words], {
		env: plan.environment,
		stdio: "inherit",
		...options,
	});
}
