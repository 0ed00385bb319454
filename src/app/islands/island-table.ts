import { buildInfo } from "./build-info.tsx";
import type { Island } from "./island.ts";
import { analyticsConsent, earlyAccess } from "./live-islands.tsx";
import { pageList } from "./page-list.tsx";
import { recentPages } from "./recent-pages.tsx";

/**
 * Every island there is. To add one, write a file in this folder and name it here.
 *
 * Each renders with props of its own schema, so the table does not need their types.
 */
export const ISLAND_TABLE: readonly Island[] = [
	recentPages,
	pageList,
	buildInfo,
	earlyAccess,
	analyticsConsent,
].map(forgetProps);

function forgetProps(island: unknown): Island {
	// See above: the component is only called with props that its schema has read.
	return island as Island;
}
