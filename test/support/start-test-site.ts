import { onTestFinished } from "vitest";
import { type SiteFiles, writeSiteFolder } from "./site-folder.ts";
import { type RunningSite, type StartSiteOptions, startSite } from "./start-site.ts";

/** The built site as a process of its own over a temporary folder; both end with the test. */
export async function startTestSite(
	files: SiteFiles,
	environment: NonNullable<StartSiteOptions["environment"]> = {},
): Promise<RunningSite> {
	const site = await startSite({ siteFolder: await writeSiteFolder(files), environment });
	onTestFinished(async () => {
		await site.stop();
	});
	return site;
}
