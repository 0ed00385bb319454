import type { HandOver } from "../projects/route-projects.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import type { FlagCatalog } from "./definition/flag-catalog.ts";

/** What the routes of this folder share. */
export interface FlagServiceOptions {
	readonly store: AnalyticsStore;
	readonly catalog: () => FlagCatalog;
	readonly projectKey: string;
	readonly isProjectKey: (token: string) => boolean;
	/** For requests with the key of another project. */
	readonly handOver: HandOver | undefined;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly createUuid: () => string;
	/** Counts a request for flags under what became of it. */
	readonly countRequest: (outcome: "answered" | "refused") => void;
}
