import type { FastifyInstance } from "fastify";
import { type TestAnalyticsOptions, testAnalytics } from "./analytics-service.ts";

export const PERSONAL_KEY = "phx_a-key-for-tests-only";

export type TestAnalytics = ReturnType<typeof testAnalytics>;

/** A service whose clock stands at the present, and that knows one personal API key. */
export function startAnalytics(options: TestAnalyticsOptions = {}): TestAnalytics {
	const analytics = testAnalytics({ now: Date.now(), ...options });
	analytics.store.apiKeys.setFromEnvironment(PERSONAL_KEY, "tests", analytics.clock.now);
	return analytics;
}

export interface ListeningAnalytics extends TestAnalytics {
	readonly url: string;
}

/**
 * The same, listening on a free port of the loopback interface.
 *
 * @param prepare May add hooks, such as one that refuses; called before the service listens.
 */
export async function listenAnalytics(
	prepare: (service: FastifyInstance) => void = () => {},
): Promise<ListeningAnalytics> {
	const analytics = startAnalytics();
	prepare(analytics.service);
	const url = await analytics.service.listen({ host: "127.0.0.1", port: 0 });
	return { ...analytics, url };
}
