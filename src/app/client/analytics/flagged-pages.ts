import type { ViewSources } from "../navigation/load-view.ts";
import type { PageFlags, PageFlagsOptions } from "./page-flags.ts";

export interface FlaggedPagesParts extends PageFlagsOptions {
	/** Loads a part of the app, and again when the server is back. */
	readonly loadPart: <Part>(load: () => Promise<Part>) => Promise<Part>;
}

/** Decides about pages for visitors with a flag; its code comes with the first such page. */
export function createFlaggedPages({
	loadPart,
	...options
}: FlaggedPagesParts): ViewSources["isFor"] {
	let pageFlags: Promise<PageFlags> | undefined;
	return async (condition, request) => {
		pageFlags ??= loadPart(async () => {
			const { createPageFlags } = await import("./page-flags.ts");
			return createPageFlags(options);
		});
		return (await pageFlags).isFor(condition, request);
	};
}
