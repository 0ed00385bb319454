import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { ensureBuild } from "./build.ts";
import { planServices } from "./start/plan-services.ts";

/** Lists the kept revisions and brings one back, for `npm run revisions -- [restore {id} | release | accept]`. */
async function runRevisions(words: readonly string[]): Promise<number> {
	const root = dirname(import.meta.dirname);
	await ensureBuild(root);
	const [site] = planServices("site", process.env, root);
	if (site === undefined) throw new Error("There is no plan for the site");
	// The server knows where revisions are kept, and in which form.
	const { status } = spawnSync(process.execPath, [site.entry, "revisions", ...words], {
		env: site.environment,
		stdio: "inherit",
	});
	return status ?? 1;
}

process.exitCode = await runRevisions(process.argv.slice(2));
