import { useContext, useSyncExternalStore } from "react";
import { ANONYMOUS, type Analytics, AnalyticsContext, type Identity } from "./analytics-context.ts";

export interface UsedAnalytics
	extends Pick<Analytics, "capture" | "identify" | "reset" | "reloadFlags"> {
	/** Who the visitor is by now; anonymous on the server. */
	readonly identity: Identity;
}

/**
 * For events and identities; it renders again when the identity changes. Its functions do
 * nothing where nothing is counted.
 */
export function useAnalytics(): UsedAnalytics {
	const { capture, identify, reset, reloadFlags, ...analytics } = useContext(AnalyticsContext);
	const identity = useSyncExternalStore(analytics.subscribe, analytics.identity, () => ANONYMOUS);
	return { capture, identify, reset, reloadFlags, identity };
}
