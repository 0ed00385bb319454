import type { FastifyInstance } from "fastify";
import { Metrics } from "../platform/observability/metrics.ts";
import { type AnalyticsDependencies, createAnalyticsService, type Maintained } from "./service.ts";
import { type AnalyticsStore, openStore } from "./store/analytics-store.ts";
import { createClockGuard } from "./store/file/clock-guard.ts";
import { createLimitSettings } from "./store/settings/limit-settings.ts";

/** Dependencies that all projects share, and those that differ. */
export interface ProjectDependencies
	extends Omit<AnalyticsDependencies, keyof Maintained | "metrics" | "projects" | "shipping"> {}

/**
 * Opens a further project: a service with its own file that does not listen on a port. It has no
 * ClickHouse, and no site that shares the secret for marks.
 */
export function openProject(
	dependencies: ProjectDependencies,
): Maintained & { readonly service: FastifyInstance } {
	const { storePath, keptQueryParameters, fixedLimits, now, log } = dependencies;
	const store = openStore(storePath, now(), {
		keptQueryParameters,
		reportMigration: (sentence) => log.info({ storePath }, sentence),
	});
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
