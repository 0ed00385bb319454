import type { Metrics } from "../../platform/observability/metrics.ts";
import type { ForwardToProject } from "../projects/route-projects.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import type { FlagCatalog } from "./flag-catalog.ts";

/** Dependencies of all routes of this folder. */
export interface FlagServiceOptions {
	readonly store: AnalyticsStore;
	readonly catalog: () => FlagCatalog;
	readonly metrics: Metrics;
	readonly projectKey: string;
	/** Handles requests with the key of another project. */
	readonly forwardToProject: ForwardToProject | undefined;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly randomBytes: (size: number) => Uint8Array;
	/** Whether a key is a personal key that may read the flags of this project. */
	readonly isPersonalKey: (key: string) => boolean;
}
