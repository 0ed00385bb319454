import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type SiteFiles, writeSiteFolder } from "./site-folder.ts";
import { type RunningSite, startSite } from "./start-site.ts";

export interface UpgradableSite {
	/** URL, the same for all upgrades. */
	readonly url: string;
	readonly folder: string;
	readonly dataFolder: string;
	/** Stops the running build and starts another on the same port, as a deployment does. */
	readonly upgrade: (buildFolder: string) => Promise<void>;
	readonly stop: () => Promise<void>;
}

/** A site whose app can be replaced while tabs are open: one port, one data folder. */
export async function startUpgradableSite(
	files: SiteFiles,
	buildFolder: string,
	environment: Readonly<Record<string, string>> = {},
): Promise<UpgradableSite> {
	const siteFolder = await writeSiteFolder(files);
	const dataFolder = await mkdtemp(join(tmpdir(), "loggia-data-"));
	const common = { DATA_DIR: dataFolder, ...environment };
	let running: RunningSite | undefined = await startSite({
		siteFolder,
		buildFolder,
		environment: common,
	});
	const { url } = running;
	const { port } = new URL(url);

	async function stop(): Promise<void> {
		await running?.stop();
		running = undefined;
	}

	onTestFinished(async () => {
		await stop();
		await rm(dataFolder, { recursive: true, force: true });
	});
	return {
		url,
		folder: siteFolder,
		dataFolder,
		stop,
		async upgrade(next) {
			await stop();
			const environmentOfNext = { ...common, PORT: port };
			running = await startSite({ siteFolder, buildFolder: next, environment: environmentOfNext });
		},
	};
}
