import { useContext, useEffect, useSyncExternalStore } from "react";
import { AnalyticsContext, type FlagState, PENDING_FLAG } from "./analytics-context.ts";

/**
 * A feature flag for this visitor with its payload, and whether it could be asked for; it
 * renders again when any of that changes.
 */
export function useFlagState(key: string): FlagState {
	const { subscribe, flag, reportFlag } = useContext(AnalyticsContext);
	const state = useSyncExternalStore(
		subscribe,
		() => flag(key),
		() => PENDING_FLAG,
	);
	const { value } = state;
	useEffect(() => {
		if (value !== undefined) reportFlag(key);
	}, [key, value, reportFlag]);
	return state;
}
