import type { FastifyInstance } from "fastify";
import { Metrics } from "../platform/metrics.ts";
import { type AnalyticsDependencies, createAnalyticsService } from "./service.ts";
import type { AnalyticsStore } from "./store/analytics-store.ts";
import { type ClockGuard, createClockGuard } from "./store/file/clock-guard.ts";
import { openStore } from "./store/open-store.ts";
import {
	createLimitSettings,
	type FixedLimits,
	type LimitSettings,
} from "./store/settings/limit-settings.ts";

/** What is tidied up by age and size. */
export interface Maintained {
	readonly store: AnalyticsStore;
	readonly limits: LimitSettings;
	readonly clock: ClockGuard;
}

/** What all projects have in common, and what tells one from the others. */
export interface ProjectDependencies
	extends Omit<AnalyticsDependencies, keyof Maintained | "metrics" | "projects" | "shipping"> {
	/** Query parameters that stay in URLs, beside `utm_*`. */
	readonly keptQueryParameters: readonly string[];
	/** What the environment says of limits; it holds for each project. */
	readonly fixedLimits: FixedLimits;
}

/**
 * A further project: a service like the first, over a file of its own, that does not listen.
 * Neither a ClickHouse nor the site that shares the secret for marks belongs to it.
 */
export function openProject(
	dependencies: ProjectDependencies,
): Maintained & { readonly service: FastifyInstance } {
	const { storePath, keptQueryParameters, fixedLimits, now } = dependencies;
	const store = openStore(storePath, now(), { keptQueryParameters });
	const limits = createLimitSettings(store.settings, fixedLimits);
	const clock = createClockGuard(store.settings, { now, monotonic: () => performance.now() });
	const service = createAnalyticsService({
		...dependencies,
		...{ store, limits, clock },
		metrics: new Metrics(),
		projects: undefined,
		shipping: undefined,
	});
	return { store, limits, clock, service };
}
