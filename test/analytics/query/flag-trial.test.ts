import { beforeEach, describe, expect, test } from "vitest";
import type {
	FlagTrialAnswer,
	HistoryAnswer,
} from "../../../src/analytics/wire/dashboard/flags.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { PROJECT_KEY } from "../../support/analytics-service.ts";
import { callApi } from "../../support/call-api.ts";

const TEAM = {
	key: "new-nav",
	active: true,
	filters: {
		groups: [
			{
				properties: [{ key: "plan", value: "team", operator: "exact", type: "person" }],
				rollout_percentage: 100,
			},
		],
		payloads: { true: '{"size":3}' },
	},
};
const NO_ONE = { ...TEAM, filters: { groups: [{ properties: [], rollout_percentage: 0 }] } };

let analytics: TestAnalytics;

beforeEach(async () => {
	analytics = startAnalytics();
	await call("PUT", "/api/v1/flags/new-nav", TEAM);
});

describe("trying a flag", () => {
	test("says what a person gets and why, by what is stored of them", async () => {
		await analytics.service.inject({
			method: "POST",
			url: "/e/",
			payload: JSON.stringify({
				token: PROJECT_KEY,
				event: "$set",
				distinct_id: "ann",
				$set: { plan: "team" },
			}),
		});

		const known = await tryFlag({ distinct_id: "ann" });
		const unknown = await tryFlag({ distinct_id: "bob" });
		const told = await tryFlag({ distinct_id: "bob", person_properties: { plan: "team" } });

		expect(known).toEqual({
			enabled: true,
			variant: null,
			payload: '{"size":3}',
			reason: {
				code: "condition_match",
				description: "Matched condition set 1",
				condition_index: 0,
			},
			is_known_person: true,
		});
		expect(unknown).toMatchObject({
			enabled: false,
			reason: { code: "no_condition_match" },
			is_known_person: false,
		});
		expect(told).toMatchObject({ enabled: true, is_known_person: false });
	});

	test("agrees with what clients are told", async () => {
		for (const distinct_id of ["a", "b", "c", "d", "e", "f"]) {
			const definition = {
				...TEAM,
				filters: { groups: [{ properties: [], rollout_percentage: 50 }] },
			};
			await call("PUT", "/api/v1/flags/new-nav", definition);
			const client = await analytics.service.inject({
				method: "POST",
				url: "/flags/?v=2",
				payload: JSON.stringify({ token: PROJECT_KEY, distinct_id }),
			});

			const { enabled } = await tryFlag({ distinct_id });

			expect(client.json().flags["new-nav"].enabled).toBe(enabled);
		}
	});

	test("takes a definition that is not saved yet, and saves nothing", async () => {
		const answer = await tryFlag({ distinct_id: "ann", definition: NO_ONE });
		const draft = await call("POST", "/api/v1/flags/not-there/try", {
			distinct_id: "ann",
			definition: { ...NO_ONE, key: "not-there" },
		});

		expect(answer).toMatchObject({ enabled: false, reason: { code: "out_of_rollout_bound" } });
		expect(draft.json()).toMatchObject({ enabled: false });
		expect(analytics.store.documents.history("flag", "new-nav")).toHaveLength(1);
		expect(analytics.store.documents.get("flag", "not-there")).toBeUndefined();
	});

	test("of one that is off says so", async () => {
		await call("PUT", "/api/v1/flags/new-nav", { ...TEAM, active: false });

		expect(await tryFlag({ distinct_id: "ann" })).toMatchObject({
			reason: { code: "flag_disabled" },
		});
	});

	test.each([
		["/api/v1/flags/not-there/try", { distinct_id: "ann" }, 404],
		["/api/v1/flags/new-nav/try", {}, 400],
		["/api/v1/flags/new-nav/try", { distinct_id: "ann", definition: { filters: 5 } }, 400],
		["/api/v1/flags/new-nav/try", { distinct_id: "ann", shoe: 42 }, 400],
	])("%s with %j is refused", async (url, body, status) => {
		expect((await call("POST", url, body)).statusCode).toBe(status);
	});
});

test("a deleted flag comes back by writing a version of its history again", async () => {
	await call("DELETE", "/api/v1/flags/new-nav", {});
	const history = await callApi(analytics.service, "/api/v1/flags/new-nav/history");
	const { definition } = (history.json() as HistoryAnswer).results.at(-1) ?? {};

	const response = await call("PUT", "/api/v1/flags/new-nav", definition ?? {});

	expect([response.statusCode, response.json()]).toEqual([201, TEAM]);
	const versions = analytics.store.documents.history("flag", "new-nav");
	expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
	expect(await tryFlag({ distinct_id: "x", person_properties: { plan: "team" } })).toMatchObject({
		enabled: true,
	});
});

async function tryFlag(body: object): Promise<FlagTrialAnswer> {
	return (await call("POST", "/api/v1/flags/new-nav/try", body)).json();
}

function call(method: "POST" | "PUT" | "DELETE", url: string, body: object) {
	return callApi(analytics.service, {
		method,
		url,
		headers: { "content-type": "application/json" },
		payload: JSON.stringify(body),
	});
}
