import { beforeEach, expect, test } from "vitest";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { PROJECT_KEY } from "../../support/analytics-service.ts";

let analytics: TestAnalytics;

beforeEach(() => {
	analytics = startAnalytics();
});

test("junk that took all five types gives way to those that the project names", async () => {
	for (const type of ["a", "b", "company", "c", "d"]) await describeGroup(type, "acme");

	const named = await name(["project", "company"]);

	expect(named.json()).toEqual({
		results: [
			{ index: 0, name: "project" },
			{ index: 1, name: "company" },
		],
		is_named: true,
	});
	expect(analytics.store.groups.properties(0, "acme")).toBeUndefined();
	expect(analytics.store.groups.properties(1, "acme")).toEqual({ of: "company" });
});

test("five types that are made up take nothing from a flag for the real one", async () => {
	for (const junk of ["a", "b", "c", "d", "e"]) await describeGroup(junk, "1");
	await describeGroup("company", "acme");
	const { store } = analytics;
	const properties = [{ key: "of", value: "company", type: "group", group_type_index: 0 }];
	const groups = [{ properties, rollout_percentage: 100 }];
	const body = {
		key: "for-acme",
		active: true,
		filters: { groups, aggregation_group_type_index: 0 },
	};
	store.documents.put({ kind: "flag", key: "for-acme", body }, analytics.clock.now);

	expect((await flagsFor({ company: "acme" }))["for-acme"].enabled).toBe(true);
});

test("types that are named stay the only ones, whatever events say", async () => {
	await name(["company"]);

	await describeGroup("junk", "1");
	await describeGroup("company", "acme");

	expect(await read()).toEqual({ results: [{ index: 0, name: "company" }], is_named: true });
	expect(analytics.store.groups.properties(0, "acme")).toEqual({ of: "company" });
});

test("without names types are numbered by first appearance, also after the names are gone", async () => {
	await describeGroup("company", "acme");
	expect(await read()).toEqual({ results: [{ index: 0, name: "company" }], is_named: false });
	await name(["team"]);

	await name([]);
	await describeGroup("company", "acme");

	expect(await read()).toEqual({
		results: [
			{ index: 0, name: "team" },
			{ index: 1, name: "company" },
		],
		is_named: false,
	});
});

test.each([
	[["a", "b", "c", "d", "e", "f"]],
	[["a", "a"]],
	[[""]],
	["company"],
])("%j are no names of group types", async (results) => {
	expect((await name(results)).statusCode).toBe(400);
});

test("a flag for a group type that does not exist is a problem", async () => {
	await name(["company"]);
	const put = (index: number) =>
		analytics.put("/api/v1/flags/by-group", {
			filters: { groups: [{}], aggregation_group_type_index: index },
		});

	const [missing, known] = [await put(1), await put(0)];

	expect(missing.statusCode).toBe(400);
	expect(missing.json().problems).toEqual([
		"filters must name group types that exist: current value is 1 (name it at /api/v1/group-types)",
	]);
	expect(known.statusCode).toBe(201);
});

test("a request names no type beside those of the project", async () => {
	await name(["company"]);
	const body = { filters: { groups: [{}], aggregation_group_type_index: 1 } };
	analytics.store.documents.put({ kind: "flag", key: "by-team", body }, Date.now());

	expect((await flagsFor({ team: "blue" }))["by-team"].reason.code).toBe("no_group_type");
});

async function describeGroup(type: string, key: string): Promise<void> {
	const properties = { $group_type: type, $group_key: key, $group_set: { of: type } };
	const event = { event: "$groupidentify", distinct_id: "u", properties };
	expect((await analytics.capture(event)).statusCode).toBe(200);
}

/** As a client asks for its flags. */
async function flagsFor(groups: object) {
	const payload = { token: PROJECT_KEY, distinct_id: "user-1", groups };
	return (await analytics.send("/flags?v=2", payload)).json().flags;
}

function name(results: unknown) {
	return analytics.put("/api/v1/group-types", { results });
}

async function read() {
	return await analytics.read("/api/v1/group-types");
}
