import type { View } from "../../view.ts";
import { documentIfReachable, loadView, type ViewSources } from "./load-view.ts";
import { type Outcome, type Visit, withoutHash } from "./navigation-state.ts";
import type { Network } from "./navigator.ts";

export interface TabNetwork extends Network {
	/** Remembers what a URL shows, for as long as the tab lives. */
	readonly keep: (url: string, view: View) => void;
}

/** What a tab keeps is a few dozen texts; more than this were visited long ago. */
const MAX_KEPT = 50;

/** Loads what visits ask for. Without a server, it gives what was visited before in this tab. */
export function createNetwork(sources: ViewSources): TabNetwork {
	const kept = new Map<string, View>();

	function keep(url: string, view: View): void {
		if (view.kind !== "page" || view.page.isWithheld === true) return;
		const key = withoutHash(url);
		kept.delete(key);
		kept.set(key, view);
		for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
	}

	function orKept({ url, how }: Visit, outcome: Outcome): Outcome {
		if (outcome.kind === "view") keep(url, outcome.view);
		const view = kept.get(withoutHash(url));
		const isOfUse = outcome.kind === "unreachable" && view !== undefined && how !== "refresh";
		return isOfUse ? { kind: "view", view, isKept: true } : outcome;
	}

	return {
		keep,
		load: async (visit, signal) =>
			orKept(visit, await loadView(sources, { url: visit.url, signal })),
		giveUp: async (visit) => orKept(visit, await documentIfReachable(sources)),
	};
}
