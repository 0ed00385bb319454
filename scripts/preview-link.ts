import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { ensureBuild } from "./build.ts";
import { planServices } from "./start/plan-services.ts";

/** Makes a link to a hidden page, for `npm run preview-link -- /path [hours]`. */
async function makePreviewLink(words: readonly string[]): Promise<number> {
	const root = dirname(import.meta.dirname);
	await ensureBuild(root);
	const [site] = planServices("site", process.env, root);
	if (site === undefined) throw new Error("There is no plan for the site");
	// The server signs, since it alone reads the secret.
	const { status } = spawnSync(process.execPath, [site.entry, "preview-link", ...words], {
		env: site.environment,
		stdio: "inherit",
	});
	return status ?? 1;
}

process.exitCode = await makePreviewLink(process.argv.slice(2));
