import { createSiteFolder, type SiteFiles } from "./site-folder.ts";
import { type RunningSite, type StartSiteOptions, startSite } from "./start-site.ts";

type Environment = NonNullable<StartSiteOptions["environment"]>;

const shared = new Map<string, Promise<SharedSite>>();

interface SharedSite {
	readonly site: RunningSite;
	readonly end: () => Promise<void>;
}

/** Called after each file of the browser tests. */
export async function endTestSites(): Promise<void> {
	const all = [...shared.values()];
	shared.clear();
	await Promise.all(all.map(async (started) => (await started).end()));
}

/**
 * Starts the built site with a temporary folder. Tests of a file that request the same site share a
 * process, because a start costs more than most tests. The process ends
 * with the file.
 */
export async function startTestSite(
	files: SiteFiles,
	environment: Environment = {},
): Promise<RunningSite> {
	const key = JSON.stringify([files, environment]);
	const started = shared.get(key) ?? startSharedSite(files, environment);
	shared.set(key, started);
	return (await started).site;
}

async function startSharedSite(files: SiteFiles, environment: Environment): Promise<SharedSite> {
	const { folder, remove } = await createSiteFolder(files);
	const site = await startSite({ siteFolder: folder, environment });
	return {
		site,
		async end() {
			await site.stop();
			await remove();
		},
	};
}
