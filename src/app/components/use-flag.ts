import { useContext, useEffect, useSyncExternalStore } from "react";
import { AnalyticsContext, type FlagValue } from "./analytics-context.ts";

/**
 * The value of a feature flag for this visitor; it renders again when that changes.
 *
 * @returns `undefined` on the server, while it is not known, and without analytics: what is
 * shown then must be right for everybody.
 */
export function useFlag(key: string): FlagValue | undefined {
	const { subscribe, flag, reportFlag } = useContext(AnalyticsContext);
	const value = useSyncExternalStore(
		subscribe,
		() => flag(key),
		() => undefined,
	);
	useEffect(() => {
		if (value !== undefined) reportFlag(key);
	}, [key, value, reportFlag]);
	return value;
}
