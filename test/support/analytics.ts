import type { FastifyInstance, InjectOptions } from "fastify";
import { expect } from "vitest";
import { type TestAnalyticsOptions, testAnalytics } from "./analytics-service.ts";

export const PERSONAL_KEY = "phx_a-key-for-tests-only";

export type TestAnalytics = ReturnType<typeof startAnalytics>;

/** A service with the current time as its clock, and API calls with a personal key. */
export function startAnalytics(options: TestAnalyticsOptions = {}) {
	const analytics = testAnalytics({ now: Date.now(), ...options });
	analytics.store.apiKeys.setFromEnvironment(PERSONAL_KEY, "tests", analytics.clock.now);
	return { ...analytics, ...apiCalls(analytics.service) };
}

type Payload = InjectOptions["payload"];
type Headers = NonNullable<InjectOptions["headers"]>;

function apiCalls(service: FastifyInstance) {
	const call = (options: InjectOptions) =>
		service.inject({
			...options,
			headers: { authorization: `Bearer ${PERSONAL_KEY}`, ...options.headers },
		});
	const get = (url: string, headers: Headers = {}) => call({ url, headers });
	const write = (method: "POST" | "PUT" | "PATCH", url: string, payload: Payload) =>
		call({ method, url, ...(payload === undefined ? {} : { payload }) });
	const post = (url: string, payload?: Payload) => write("POST", url, payload);
	return {
		call,
		get,
		post,
		put: (url: string, payload: Payload) => write("PUT", url, payload),
		patch: (url: string, payload: Payload) => write("PATCH", url, payload),
		remove: (url: string) => call({ method: "DELETE", url }),
		/** @returns The JSON of a response, whose status must be 200. */
		read: async (url: string) => jsonOf(await get(url)),
		/** The same for a question in the request body. */
		ask: async (question: object) => jsonOf(await post("/api/v1/query", question)),
		exportEvents: async () => (await get("/api/v1/export/events.jsonl")).body,
		importEvents: async (lines: string) => jsonOf(await post("/api/v1/import/events.jsonl", lines)),
	};
}

function jsonOf(response: Awaited<ReturnType<FastifyInstance["inject"]>>) {
	expect(response.statusCode, response.body).toBe(200);
	return response.json();
}

export interface ListeningAnalytics extends TestAnalytics {
	readonly url: string;
}

/**
 * Like {@link startAnalytics}, but listens on a free port of the loopback interface.
 *
 * @param prepare Called before the service listens. It can add hooks, such as one that refuses requests.
 */
export async function listenAnalytics(
	prepare: (service: FastifyInstance) => void = () => {},
): Promise<ListeningAnalytics> {
	const analytics = startAnalytics();
	prepare(analytics.service);
	const url = await analytics.service.listen({ host: "127.0.0.1", port: 0 });
	return { ...analytics, url };
}
