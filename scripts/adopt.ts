import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { ensureBuild } from "./build.ts";
import { planServices } from "./start/plan-services.ts";

/** Writes the `site.yaml` of a folder of another generator, for `npm run adopt -- {folder}`. */
async function runAdopt(words: readonly string[]): Promise<number> {
	const root = dirname(import.meta.dirname);
	await ensureBuild(root);
	const [site] = planServices("site", process.env, root);
	if (site === undefined) throw new Error("There is no plan for the site");
	const { status } = spawnSync(process.execPath, [site.entry, "adopt", ...words], {
		env: site.environment,
		stdio: "inherit",
	});
	return status ?? 1;
}

process.exitCode = await runAdopt(process.argv.slice(2));
