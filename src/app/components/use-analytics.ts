import { useContext } from "react";
import { type Analytics, AnalyticsContext } from "./analytics-context.ts";

/** For events and identities; its functions do nothing where nothing is counted. */
export function useAnalytics(): Pick<Analytics, "capture" | "identify" | "reset"> {
	return useContext(AnalyticsContext);
}
