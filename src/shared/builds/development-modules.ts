import type { PageAssets } from "./build-manifest.ts";

/** The chunks of a build for a developer's browser, which replaces modules after a save. */
export interface DevelopmentModules {
	readonly entry: ModuleChunk;
	/** By file of the site folder. */
	readonly files: Readonly<Record<string, ModuleChunk>>;
	/** The script with the packages of the site folder; absent: the chunks contain them. */
	readonly packages?: string;
}

interface ModuleChunk extends Pick<PageAssets, "styles"> {
	readonly script: string;
}

/** Name of the asset with the {@link DevelopmentModules} of a build. */
export function developmentModulesFile(buildId: string): string {
	return `modules.${buildId}.json`;
}
