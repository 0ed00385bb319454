import { expect, test } from "vitest";
import { PERSONAL_KEY } from "../../support/analytics.ts";
import { PROJECT_KEY, testAnalytics } from "../../support/analytics-service.ts";
import { callApi } from "../../support/call-api.ts";

const AT = "2026-01-15T10:00:00.000Z";

type Service = ReturnType<typeof testAnalytics>["service"];

/** As the site does, or a script of the operator. */
function deploy(service: Service, properties: object, timestamp = AT) {
	return service.inject({
		method: "POST",
		url: "/batch/",
		payload: {
			api_key: PROJECT_KEY,
			batch: [{ event: "site deployed", distinct_id: "site", timestamp, properties }],
		},
	});
}

async function marksOf(service: Service, range = "") {
	const answer = await callApi(service, `/api/v1/marks${range}`);
	return answer.json().results as { id: number; kind: string; label: string; at: string }[];
}

test("an event named site deployed is a mark, whatever it says", async () => {
	const { service, store } = testAnalytics();
	store.apiKeys.setFromEnvironment(PERSONAL_KEY, "Test", 0);

	await deploy(service, { kind: "revision", version: "r1", description: "3 pages" });
	await deploy(service, { version: "2026.1" }, "2026-01-15T11:00:00Z");
	await deploy(service, { kind: 7, description: ["x"] }, "2026-01-15T11:30:00Z");

	expect(await marksOf(service)).toEqual([
		{ id: 1, kind: "revision", label: "3 pages", at: AT },
		{ id: 2, kind: "build", label: "2026.1", at: "2026-01-15T11:00:00.000Z" },
		{ id: 3, kind: "build", label: "site deployed", at: "2026-01-15T11:30:00.000Z" },
	]);
	expect(store.events.count()).toBe(3);
});

test("replicas and restarts of one build are one mark, and going back is another", async () => {
	const { service, store } = testAnalytics();
	store.apiKeys.setFromEnvironment(PERSONAL_KEY, "Test", 0);

	for (const [version, time] of [
		["a", "10:00"],
		["b", "10:01"],
		// A replica that starts later, with the earlier build.
		["a", "10:02"],
		["b", "11:00"],
		// Rolled back.
		["a", "11:30"],
	] as const) {
		await deploy(service, { version }, `2026-01-15T${time}:00Z`);
	}

	expect((await marksOf(service)).map(({ at }) => at.slice(11, 16))).toEqual([
		"10:00",
		"10:01",
		"11:30",
	]);
});

test("notes are added for a time, listed by range, and deleted", async () => {
	const { service, store } = testAnalytics();
	store.apiKeys.setFromEnvironment(PERSONAL_KEY, "Test", 0);
	const add = (payload: object) =>
		callApi(service, { method: "POST", url: "/api/v1/marks", payload });

	await deploy(service, { version: "b1", description: "Build b1" });
	expect((await add({ label: " Newsletter " })).json()).toMatchObject({
		label: "Newsletter",
		at: "2026-01-15T12:00:00.000Z",
	});
	await add({ label: "Talk", at: "2026-01-10T09:00:00+01:00" });
	expect((await add({ label: "" })).json().problems).toEqual([
		'label must be a text of 1 to 200 characters: current value is ""',
	]);

	const range = "?from=2026-01-10&to=2026-01-15T11:00:00Z";
	expect((await marksOf(service, range)).map(({ label }) => label)).toEqual(["Talk", "Build b1"]);
	const talk = (await marksOf(service, range))[0];
	const remove = { method: "DELETE", url: `/api/v1/marks/${talk?.id}` } as const;
	expect((await callApi(service, remove)).statusCode).toBe(204);
	expect((await callApi(service, remove)).statusCode).toBe(404);
});
