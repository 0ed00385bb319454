import type { View } from "../../view.ts";
import { documentIfReachable, loadView, type ViewSources } from "./load-view.ts";
import { type Outcome, type Visit, withoutHash } from "./navigation-state.ts";
import type { Network } from "./navigator.ts";

export interface TabNetwork extends Network {
	/** Caches the view of a URL until the tab closes. */
	readonly cache: (url: string, view: View) => void;
}

/** Maximum number of cached views; the oldest are dropped. */
const MAX_CACHED = 50;

/** Loads views. Without a server, it returns views of earlier visits in this tab. */
export function createNetwork(sources: ViewSources): TabNetwork {
	const views = new Map<string, View>();

	function cache(url: string, view: View): void {
		if (view.kind !== "page" || view.page.isWithheld === true) return;
		const key = withoutHash(url);
		views.delete(key);
		views.set(key, view);
		for (const oldest of views.keys()) if (views.size > MAX_CACHED) views.delete(oldest);
	}

	function orCached({ url, how }: Visit, outcome: Outcome): Outcome {
		if (outcome.kind === "view") cache(url, outcome.view);
		const view = views.get(withoutHash(url));
		const isOfUse = outcome.kind === "unreachable" && view !== undefined && how !== "refresh";
		return isOfUse ? { kind: "view", view, isCached: true } : outcome;
	}

	return {
		cache,
		load: async (visit, signal) =>
			orCached(visit, await loadView(sources, { url: visit.url, signal })),
		giveUp: async (visit) => orCached(visit, await documentIfReachable(sources)),
	};
}
