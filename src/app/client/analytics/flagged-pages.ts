import type { ViewSources } from "../navigation/load-view.ts";
import type { PageFlags } from "./page-flags.ts";

/** Decides about pages for visitors with a flag; its code comes with the first such page. */
export function createFlaggedPages(load: () => Promise<PageFlags>): ViewSources["isFor"] {
	let pageFlags: Promise<PageFlags> | undefined;
	return async (condition, request) => {
		pageFlags ??= load();
		return (await pageFlags).isFor(condition, request);
	};
}
