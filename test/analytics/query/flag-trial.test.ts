import { beforeEach, expect, test } from "vitest";
import type { FlagTrialAnswer, HistoryAnswer } from "../../../src/analytics/api-types/flags.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { PROJECT_KEY } from "../../support/analytics-service.ts";

const FLAG = "/api/v1/flags/new-nav";
const PLAN = { key: "plan", value: "team", operator: "exact", type: "person" };
const TEAM = {
	key: "new-nav",
	active: true,
	filters: {
		groups: [{ properties: [PLAN], rollout_percentage: 100 }],
		payloads: { true: '{"size":3}' },
	},
};
const NO_ONE = { ...TEAM, filters: { groups: [{ properties: [], rollout_percentage: 0 }] } };

let analytics: TestAnalytics;

beforeEach(async () => {
	analytics = startAnalytics();
	await analytics.put(FLAG, TEAM);
});

test("a trial says what a person gets and why, by what is stored of them", async () => {
	await analytics.capture({ event: "$set", distinct_id: "ann", $set: { plan: "team" } });

	const known = await tryFlag({ distinct_id: "ann" });
	const unknown = await tryFlag({ distinct_id: "bob" });
	const told = await tryFlag({ distinct_id: "bob", person_properties: { plan: "team" } });

	const description = "Matched condition set 1";
	expect(known).toEqual({
		...{ enabled: true, variant: null, payload: '{"size":3}', is_known_person: true },
		reason: { code: "condition_match", description, condition_index: 0 },
	});
	expect(unknown).toMatchObject({
		...{ enabled: false, reason: { code: "no_condition_match" }, is_known_person: false },
	});
	expect(told).toMatchObject({ enabled: true, is_known_person: false });
});

test("a trial agrees with what clients are told", async () => {
	const groups = [{ properties: [], rollout_percentage: 50 }];
	await analytics.put(FLAG, { ...TEAM, filters: { groups } });
	for (const distinct_id of ["a", "b", "c", "d", "e", "f"]) {
		const client = await analytics.send("/flags/?v=2", { token: PROJECT_KEY, distinct_id });

		const { enabled } = await tryFlag({ distinct_id });

		expect(client.json().flags["new-nav"].enabled).toBe(enabled);
	}
});

test("a trial takes a definition that is not saved yet, and saves nothing", async () => {
	const answer = await tryFlag({ distinct_id: "ann", definition: NO_ONE });
	const definition = { ...NO_ONE, key: "not-there" };
	const draft = await analytics.post("/api/v1/flags/not-there/try", {
		...{ distinct_id: "ann", definition },
	});

	expect(answer).toMatchObject({ enabled: false, reason: { code: "out_of_rollout_bound" } });
	expect(draft.json()).toMatchObject({ enabled: false });
	expect(analytics.store.documents.history("flag", "new-nav")).toHaveLength(1);
	expect(analytics.store.documents.get("flag", "not-there")).toBeUndefined();
});

test("a trial of a flag that is off says so", async () => {
	await analytics.put(FLAG, { ...TEAM, active: false });

	const { reason } = await tryFlag({ distinct_id: "ann" });

	expect(reason).toMatchObject({ code: "flag_disabled" });
});

test.each([
	["/api/v1/flags/not-there/try", { distinct_id: "ann" }, 404],
	[`${FLAG}/try`, {}, 400],
	[`${FLAG}/try`, { distinct_id: "ann", definition: { filters: 5 } }, 400],
	[`${FLAG}/try`, { distinct_id: "ann", shoe: 42 }, 400],
])("%s with %j is refused", async (url, body, status) => {
	expect((await analytics.post(url, body)).statusCode).toBe(status);
});

test("a deleted flag comes back by writing a version of its history again", async () => {
	await analytics.remove(FLAG);
	const { results }: HistoryAnswer = await analytics.read(`${FLAG}/history`);

	const response = await analytics.put(FLAG, results.at(-1)?.definition ?? {});

	expect([response.statusCode, response.json()]).toEqual([201, TEAM]);
	const versions = analytics.store.documents.history("flag", "new-nav");
	expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
	const person_properties = { plan: "team" };
	expect(await tryFlag({ distinct_id: "x", person_properties })).toMatchObject({ enabled: true });
});

async function tryFlag(body: object): Promise<FlagTrialAnswer> {
	return (await analytics.post(`${FLAG}/try`, body)).json();
}
