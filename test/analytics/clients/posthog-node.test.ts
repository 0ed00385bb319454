import { PostHog as PostHog4 } from "posthog-node-4";
import { PostHog as PostHog5 } from "posthog-node-5";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ListeningAnalytics, listenAnalytics, PERSONAL_KEY } from "../../support/analytics.ts";
import { PROJECT_KEY, storedEvents } from "../../support/analytics-service.ts";
import { PATIENCE_MS } from "../../support/patience.ts";

/** The client of this product's time and the current one: what both can do. */
const CLIENTS = [
	["posthog-node 4.6", PostHog4, "v0"],
	["posthog-node 5", PostHog5, "v0"],
	["posthog-node 5 in v1 mode", PostHog5, "v1"],
] as const;

type Client = PostHog4 | PostHog5;

let analytics: ListeningAnalytics;
let client: Client | undefined;

beforeEach(async () => {
	analytics = await listenAnalytics();
	vi.spyOn(console, "error");
	// The current client warns that most of its methods have newer names.
	vi.spyOn(console, "warn").mockImplementation(() => {});
});

afterEach(async () => {
	await client?.shutdown();
	client = undefined;
	const complaints = vi.mocked(console.error).mock.calls;
	vi.restoreAllMocks();
	vi.unstubAllEnvs();
	expect(complaints, "nothing was written to the console").toEqual([]);
});

describe.each(CLIENTS)("%s", (_name, PostHog, mode) => {
	beforeEach(() => void vi.stubEnv("POSTHOG_CAPTURE_MODE", mode));

	test("captures in a loop, and every event is stored once", async () => {
		client = connect(PostHog, { flushAt: 20 });

		for (let number = 0; number < 250; number += 1) {
			client.capture({ distinctId: "user-1", event: "counted", properties: { number } });
		}
		await client.shutdown();

		const numbers = storedEvents(analytics.store).map(({ properties }) => properties["number"]);
		expect(numbers.toSorted((left, right) => Number(left) - Number(right))).toEqual(
			Array.from({ length: 250 }, (_, number) => number),
		);
	});

	test("identifies, aliases and describes groups", async () => {
		client = connect(PostHog);

		client.identify({ distinctId: "user-1", properties: { plan: "pro" } });
		client.alias({ distinctId: "user-1", alias: "old-user-1" });
		client.groupIdentify({ groupType: "company", groupKey: "acme", properties: { tier: "gold" } });
		await client.shutdown();

		expect(analytics.store.persons.find("user-1")?.properties).toMatchObject({ plan: "pro" });
		expect(analytics.store.persons.find("old-user-1")?.uuid).toBe(
			analytics.store.persons.find("user-1")?.uuid,
		);
		expect(analytics.store.groups.types()).toEqual({ "0": "company" });
		expect(analytics.store.groups.properties(0, "acme")).toEqual({ tier: "gold" });
	});

	test("gets flags as they are defined, also for a group", async () => {
		defineFlags();
		client = connect(PostHog);

		const pro = { personProperties: { plan: "pro" } };
		const values = await client.getAllFlagsAndPayloads("user-1", pro);

		expect(values.featureFlags).toEqual({ beta: true, layout: "wide", companies: false });
		expect(values.featureFlagPayloads).toEqual({
			beta: { cta: "Try it" },
			layout: { columns: 3 },
		});
		expect(await client.getFeatureFlag("layout", "user-1")).toBe("wide");
		expect(await client.isFeatureEnabled("beta", "user-2")).toBe(false);
		const options = { groups: { company: "acme" }, groupProperties: { company: { tier: "gold" } } };
		expect(await client.isFeatureEnabled("companies", "user-1", options)).toBe(true);
	});

	test("evaluates locally, and reads a payload, with a personal key", async () => {
		defineFlags();
		client = connect(PostHog, { personalApiKey: PERSONAL_KEY });
		await client.reloadFeatureFlags();

		const local = { personProperties: { plan: "pro" }, onlyEvaluateLocally: true };

		expect(await client.getFeatureFlag("beta", "user-1", local)).toBe(true);
		expect(await client.getFeatureFlag("layout", "user-1", local)).toBe("wide");
		expect(await client.getRemoteConfigPayload("beta")).toEqual({ cta: "Try it" });
	});

	test("asks for what its definitions do not say: enrollment, and who is in a list", async () => {
		putFlag("enrolled", { groups: [], feature_enrollment: true });
		putFlag("listed", {
			groups: [{ properties: [{ key: "id", type: "cohort", operator: "in", value: 5 }] }],
		});
		const cohort = { id: 5, distinct_ids: ["user-1"] };
		analytics.store.documents.put({ kind: "cohort", key: "5", body: cohort }, Date.now());
		client = connect(PostHog, { personalApiKey: PERSONAL_KEY });
		client.identify({
			distinctId: "user-1",
			properties: { "$feature_enrollment/enrolled": true },
		});
		await client.flush();
		await client.reloadFeatureFlags();

		const values = [
			await client.getFeatureFlag("enrolled", "user-1"),
			await client.getFeatureFlag("listed", "user-1"),
			await client.getFeatureFlag("enrolled", "user-2"),
			await client.getFeatureFlag("listed", "user-2"),
		];

		expect(values).toEqual([true, true, false, false]);
	});

	test("reports the flags that were asked for, once", async () => {
		defineFlags();
		client = connect(PostHog);

		await client.getFeatureFlag("layout", "user-1");
		await client.getFeatureFlag("layout", "user-1");
		await client.shutdown();

		const called = storedEvents(analytics.store).filter(
			({ event }) => event === "$feature_flag_called",
		);
		expect(called.map(({ properties }) => properties["$feature_flag_response"])).toEqual(["wide"]);
	});

	test("tries again after 503, and stores everything once, with the time that the caller gives", async () => {
		const refusals = { left: 2 };
		analytics = await listenAnalytics((service) => {
			service.addHook("onRequest", async (_request, reply) => {
				if (refusals.left === 0) return undefined;
				refusals.left -= 1;
				return reply.code(503).send("transient error, please retry");
			});
		});
		client = connect(PostHog, { fetchRetryDelay: 20, fetchRetryCount: 3 });

		const timestamp = new Date("2026-01-02T03:04:05.678Z");
		client.capture({ distinctId: "user-1", event: "patient", timestamp });
		await client.shutdown();

		expect(refusals.left).toBe(0);
		const [stored, ...others] = storedEvents(analytics.store);
		expect([stored?.event, others]).toEqual(["patient", []]);
		// The service counts from its own clock; both run here, so only the journey is between them.
		expect(Math.abs((stored?.timestamp ?? 0) - timestamp.getTime())).toBeLessThan(PATIENCE_MS);
	});
});

function connect(PostHog: typeof PostHog4 | typeof PostHog5, options: object = {}): Client {
	// The two classes take the same options as far as they are used here.
	const Constructor = PostHog as typeof PostHog4;
	return new Constructor(PROJECT_KEY, {
		host: analytics.url,
		flushInterval: 50,
		featureFlagsPollingInterval: 60_000,
		...options,
	});
}

function putFlag(key: string, filters: object): void {
	const body = { key, active: true, filters };
	analytics.store.documents.put({ kind: "flag", key, body }, Date.now());
}

function defineFlags(): void {
	putFlag("beta", {
		groups: [{ properties: [{ key: "plan", type: "person", operator: "exact", value: "pro" }] }],
		payloads: { true: '{"cta":"Try it"}' },
	});
	putFlag("layout", {
		groups: [{ properties: [], rollout_percentage: 100 }],
		multivariate: { variants: [{ key: "wide", rollout_percentage: 100 }] },
		payloads: { wide: '{"columns":3}' },
	});
	const tier = { key: "tier", type: "group", group_type_index: 0, operator: "exact" };
	putFlag("companies", {
		aggregation_group_type_index: 0,
		groups: [{ properties: [{ ...tier, value: "gold" }], rollout_percentage: 100 }],
	});
}
