import { beforeEach, describe, expect, test } from "vitest";
import { PERSONAL_KEY, startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { readFixture } from "../../support/read-fixture.ts";

/** As PostHog exports it, with fields that mean nothing here. */
const FLAG = readFixture<never, { readonly key: string; readonly filters: object }>(
	"flags/exported.yaml",
);

let analytics: TestAnalytics;

beforeEach(() => {
	analytics = startAnalytics();
});

describe("flags over the API", () => {
	test("what is put is what is given back", async () => {
		const put = await analytics.put("/api/v1/flags/checkout", FLAG);
		const got = await analytics.get("/api/v1/flags/checkout");

		expect(put.statusCode).toBe(201);
		expect(got.statusCode).toBe(200);
		// Not only the same values: the same text.
		expect(got.body).toBe(JSON.stringify(FLAG));
	});

	test("a list tells versions and times beside the definitions", async () => {
		await analytics.put("/api/v1/flags/checkout", FLAG);
		await analytics.put("/api/v1/flags/checkout", { ...FLAG, active: false });

		const { results } = (await analytics.get("/api/v1/flags")).json();

		expect(results).toHaveLength(1);
		expect(results[0]).toMatchObject({
			key: "checkout",
			version: 2,
			created_at: expect.stringMatching(/^\d{4}-/),
			definition: { ...FLAG, active: false },
		});
	});

	test("every version stays readable, deletions too", async () => {
		await analytics.put("/api/v1/flags/checkout", FLAG);
		await analytics.put("/api/v1/flags/checkout", { ...FLAG, active: false });
		const deletion = await analytics.remove("/api/v1/flags/checkout");

		const { results } = (await analytics.get("/api/v1/flags/checkout/history")).json();

		expect(deletion.statusCode).toBe(204);
		expect(results).toMatchObject([
			{ version: 3, definition: null },
			{ version: 2, definition: { active: false } },
			{ version: 1, definition: FLAG },
		]);
	});

	test("a body without a key gets the key of its address", async () => {
		const { key: _key, ...body } = FLAG;
		await analytics.put("/api/v1/flags/checkout", body);

		expect((await analytics.get("/api/v1/flags/checkout")).json()).toEqual(FLAG);
	});

	test("an unknown flag is not found, to read and to delete", async () => {
		expect((await analytics.get("/api/v1/flags/none")).statusCode).toBe(404);
		expect((await analytics.remove("/api/v1/flags/none")).statusCode).toBe(404);
		expect((await analytics.get("/api/v1/flags/none/history")).statusCode).toBe(404);
	});

	test("no request gets in without a personal API key", async () => {
		for (const authorization of [undefined, "Bearer phx_wrong", `Basic ${PERSONAL_KEY}`]) {
			const response = await analytics.service.inject({
				url: "/api/v1/flags",
				headers: authorization === undefined ? {} : { authorization },
			});

			expect(response.statusCode).toBe(401);
			expect(response.headers["content-type"]).toContain("application/problem+json");
		}
	});

	test("every problem of a definition is named by place, rule and value", async () => {
		const response = await analytics.put("/api/v1/flags/checkout", {
			key: "other",
			active: "yes",
			filters: {
				groups: [
					{ rollout_percentage: 120 },
					{ properties: [{ key: "a", operator: "is_similar" }] },
				],
				multivariate: { variants: [{ rollout_percentage: 5 }] },
			},
		});

		expect(response.statusCode).toBe(400);
		expect(response.json().problems).toEqual([
			'active must be true or false: current value is "yes"',
			'filters.groups[0].rollout_percentage must be a number from 0 to 100: current value is "120"',
			expect.stringMatching(
				/^filters\.groups\[1\]\.properties\[0\]\.operator must be one of exact, .*: current value is "is_similar"$/,
			),
			"filters.multivariate.variants[0].key must be a text: current value is absent",
		]);
	});

	test("a key that is not the key of the address is a problem", async () => {
		const response = await analytics.put("/api/v1/flags/other", FLAG);

		expect(response.json().problems).toEqual(['key must be "other": current value is "checkout"']);
	});

	test.each(["null", "[]", '"text"', "12", "{", ""])("a body of %j is refused", async (payload) => {
		const response = await analytics.put("/api/v1/flags/checkout", payload);

		expect(response.statusCode).toBe(400);
		expect(response.json().problems).toHaveLength(1);
	});

	test("a circle of dependencies is refused and spelled out", async () => {
		await analytics.put("/api/v1/flags/a", dependingOn("b"));
		await analytics.put("/api/v1/flags/b", dependingOn("c"));

		const response = await analytics.put("/api/v1/flags/c", dependingOn("a"));

		expect(response.json().problems).toEqual([
			"filters.groups must not depend on the flag itself: the cycle is c → a → b → c",
		]);
	});
});

describe("cohorts, features and settings over the API", () => {
	test("a cohort is put and given back", async () => {
		const condition = { key: "email", type: "person", operator: "icontains", value: "@" };
		const properties = { type: "OR", values: [{ type: "AND", values: [condition] }] };
		const cohort = { id: 3, name: "Ours", filters: { properties } };

		expect((await analytics.put("/api/v1/cohorts/3", cohort)).statusCode).toBe(201);
		expect((await analytics.get("/api/v1/cohorts/3")).json()).toEqual(cohort);
		expect((await analytics.put("/api/v1/cohorts/4", cohort)).statusCode).toBe(400);
	});

	test("an early-access feature needs a flag and a name", async () => {
		const response = await analytics.put("/api/v1/early-access-features/shiny", { stage: "gamma" });

		expect(response.json().problems).toEqual([
			"flagKey must be the key of a flag: current value is absent",
			"name must be a text: current value is absent",
			expect.stringContaining("stage must be one of draft, concept"),
		]);
	});

	test("the clients' settings change what decide and the remote configuration say", async () => {
		const put = await analytics.put("/api/v1/client-config", { autocapture_opt_out: false });

		const config = await analytics.service.inject("/array/phc_test/config");
		expect(put.statusCode).toBe(200);
		expect(config.json()).toMatchObject({ autocapture_opt_out: false, heatmaps: false });
	});

	test("an unknown setting is refused", async () => {
		const response = await analytics.put("/api/v1/client-config", { quota_limited: ["events"] });

		expect(response.statusCode).toBe(400);
		expect(response.body).toContain("quota_limited");
	});

	test("the secure key stays until it is renewed", async () => {
		const first = (await analytics.get("/api/v1/secure-key")).json().key;
		const again = (await analytics.get("/api/v1/secure-key")).json().key;
		const renewed = (await analytics.post("/api/v1/secure-key")).json().key;

		expect(first).toMatch(/^phs_[\w-]{43}$/);
		expect(again).toBe(first);
		expect(renewed).not.toBe(first);
	});
});

function dependingOn(key: string): object {
	const filter = { key, type: "flag", operator: "flag_evaluates_to", value: true };
	return { filters: { groups: [{ properties: [filter] }] } };
}
