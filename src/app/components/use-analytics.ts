import { useContext, useSyncExternalStore } from "react";
import { ANONYMOUS, type Analytics, AnalyticsContext, type Identity } from "./analytics-context.ts";

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
	const { capture, identify, group, reset, reloadFlags, ...analytics } =
		useContext(AnalyticsContext);
	const identity = useSyncExternalStore(analytics.subscribe, analytics.identity, () => ANONYMOUS);
	return { capture, identify, group, reset, reloadFlags, identity };
}
