import { useContext, useEffect, useSyncExternalStore } from "react";
import type { FlagValue } from "../../shared/page/flag-condition.ts";
import { AnalyticsContext, type FlagState, PENDING_FLAG } from "./analytics-context.ts";

/**
 * The value of a feature flag for this visitor; the component renders again when it changes.
 *
 * @returns `undefined` on the server, while the value is unknown, and without analytics. The output
 * of the component must then fit every visitor.
 */
export function useFlag(key: string): FlagValue | undefined {
	return useFlagState(key).value;
}

/** The value, payload and status of a feature flag; the component renders again when one changes. */
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
