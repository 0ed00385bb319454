import { useCallback, useContext, useSyncExternalStore } from "react";
import { ANONYMOUS, type Analytics, AnalyticsContext, type Identity } from "./analytics-context.ts";
import { isRefusedId } from "./refused-id.ts";

export interface UsedAnalytics
	extends Pick<Analytics, "capture" | "identify" | "group" | "reset" | "reloadFlags"> {
	/** Anonymous on the server. */
	readonly identity: Identity;
}

/**
 * Events and identity; the component renders again when the identity changes. Without analytics
 * the functions do nothing.
 */
export function useAnalytics(): UsedAnalytics {
	const analytics = useContext(AnalyticsContext);
	const { capture, group, reset, reloadFlags } = analytics;
	const identity = useSyncExternalStore(analytics.subscribe, analytics.identity, () => ANONYMOUS);
	const identify = useCallback<Analytics["identify"]>(
		(id, properties) => {
			if (!analytics.mayHear()) return;
			if (!isRefusedId(id)) analytics.identify(id, properties);
			// biome-ignore lint/suspicious/noConsole: tells the developer of the page.
			else console.error(`identify() needs an id that names one person: got "${id}"`);
		},
		[analytics],
	);
	return { capture, identify, group, reset, reloadFlags, identity };
}
