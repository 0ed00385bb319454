import type { FastifyInstance } from "fastify";
import { Metrics } from "../platform/observability/metrics.ts";
import type { AnalyticsConfig } from "./config.ts";
import { type AnalyticsDependencies, createAnalyticsService, type Maintained } from "./service.ts";
import { type AnalyticsStore, openStore } from "./store/analytics-store.ts";
import { createClockGuard } from "./store/file/clock-guard.ts";
import { createLimitSettings } from "./store/settings/limit-settings.ts";

/** The dependencies that all projects share, and the two that differ. */
export interface ProjectDependencies
	extends Omit<AnalyticsDependencies, keyof Maintained | "metrics" | "projects" | "shipping">,
		Pick<AnalyticsConfig, "storePath" | "keptQueryParameters" | "fixedLimits"> {}

/**
 * A further project: a service like the first, over a file of its own, that does not listen.
 * Neither a ClickHouse nor the site that shares the secret for marks belongs to it.
 */
export function openProject(
	dependencies: ProjectDependencies,
): Maintained & { readonly service: FastifyInstance } {
	const { storePath, keptQueryParameters, fixedLimits, now } = dependencies;
	const store = openStore(storePath, now(), { keptQueryParameters });
	const maintained = toMaintain(store, { fixedLimits, now });
	const service = createAnalyticsService({
		...dependencies,
		...maintained,
		metrics: new Metrics(),
		projects: undefined,
		shipping: undefined,
	});
	return { ...maintained, service };
}

export function toMaintain(
	store: AnalyticsStore,
	{ fixedLimits, now }: Pick<ProjectDependencies, "fixedLimits" | "now">,
): Maintained {
	const limits = createLimitSettings(store.settings, fixedLimits);
	return { store, limits, clock: createClockGuard(store.settings, now) };
}
