import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { type AnalyticsDependencies, createAnalyticsService } from "../../src/analytics/service.ts";
import type { AnalyticsStore } from "../../src/analytics/store/analytics-store.ts";
import type { StoredEvent } from "../../src/analytics/store/event-reader.ts";
import { openStore } from "../../src/analytics/store/open-store.ts";
import { Metrics } from "../../src/platform/metrics.ts";

export const PROJECT_KEY = "phc_test";
export const PERSONAL_KEY = "phx_a-key-for-tests-only";

/** An analytics service with a store of its own in a temporary folder. */
export interface TestAnalytics {
	readonly service: FastifyInstance;
	readonly store: AnalyticsStore;
	/** Stops the service and removes its folder. */
	readonly close: () => Promise<void>;
}

export function startAnalytics(changes: Partial<AnalyticsDependencies> = {}): TestAnalytics {
	const folder = mkdtempSync(join(tmpdir(), "analytics-"));
	const store = openStore(join(folder, "events.sqlite"), Date.now());
	store.apiKeys.add(PERSONAL_KEY, "tests", Date.now());
	const service = createAnalyticsService({
		store,
		metrics: new Metrics(),
		log: pino({ level: "silent" }),
		now: Date.now,
		randomBytes,
		projectKey: PROJECT_KEY,
		trustedProxies: ["loopback"],
		keptQueryParameters: [],
		eventLoopLagMs: () => 0,
		isDraining: () => false,
		...changes,
	});
	return {
		service,
		store,
		close: async () => {
			await service.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/**
 * The same, listening on a free port of the loopback interface.
 *
 * @param prepare May add hooks, such as one that refuses; called before the service listens.
 */
export async function listenAnalytics(
	changes: Partial<AnalyticsDependencies> = {},
	prepare: (service: FastifyInstance) => void = () => {},
): Promise<TestAnalytics & { readonly url: string }> {
	const analytics = startAnalytics(changes);
	prepare(analytics.service);
	const url = await analytics.service.listen({ host: "127.0.0.1", port: 0 });
	return { ...analytics, url };
}

/** Everything that is stored, the oldest first. */
export function storedEvents(store: AnalyticsStore): readonly StoredEvent[] {
	return store.events.page({
		from: 0,
		to: Number.MAX_SAFE_INTEGER,
		order: "oldest-first",
		limit: 10_000,
	});
}
