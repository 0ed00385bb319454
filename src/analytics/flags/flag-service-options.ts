import type { ForwardToProject } from "../projects/route-projects.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import type { FlagCatalog } from "./flag-catalog.ts";

/** Shared by the routes of this folder. */
export interface FlagServiceOptions {
	readonly store: AnalyticsStore;
	readonly catalog: () => FlagCatalog;
	readonly projectKey: string;
	readonly isProjectKey: (token: string) => boolean;
	/** Handles requests with the key of another project. */
	readonly forwardToProject: ForwardToProject | undefined;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly createUuid: () => string;
	/** Counts a request for flags by its outcome. */
	readonly countRequest: (outcome: "answered" | "refused") => void;
}
