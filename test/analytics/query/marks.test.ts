import { expect, test } from "vitest";
import { PERSONAL_KEY } from "../../support/analytics.ts";
import { PROJECT_KEY, testAnalytics } from "../../support/analytics-service.ts";
import { callApi } from "../../support/call-api.ts";

const SECRET = "a-secret-of-the-site";
const AT = "2026-01-15T10:00:00.000Z";

function siteMark(
	service: ReturnType<typeof testAnalytics>["service"],
	mark: object,
	key = SECRET,
) {
	return service.inject({
		method: "POST",
		url: "/api/v1/site-marks",
		headers: { authorization: `Bearer ${key}` },
		payload: { kind: "build", key: "b1", label: "Build b1", at: AT, ...mark },
	});
}

async function marksOf(service: ReturnType<typeof testAnalytics>["service"], range = "") {
	const answer = await callApi(service, `/api/v1/marks${range}`);
	return answer.json().results as { id: number; kind: string; label: string; at: string }[];
}

test("the site marks builds and revisions with its secret, and nothing else opens that", async () => {
	const { service, store } = testAnalytics({ marksSecret: SECRET });
	store.apiKeys.add(PERSONAL_KEY, "Test", 0);

	for (const key of [PROJECT_KEY, PERSONAL_KEY, "", `${SECRET}x`]) {
		expect((await siteMark(service, {}, key)).statusCode).toBe(401);
	}
	expect((await siteMark(service, {})).json()).toMatchObject({ kind: "build", at: AT });
	// The secret of the site opens nothing but this.
	const read = await service.inject({
		url: "/api/v1/marks",
		headers: { authorization: `Bearer ${SECRET}` },
	});
	expect(read.statusCode).toBe(401);
	expect(await marksOf(service)).toEqual([{ id: 1, kind: "build", label: "Build b1", at: AT }]);
});

test("without a secret the site marks nothing", async () => {
	const { service } = testAnalytics();

	expect((await siteMark(service, {}, "undefined")).statusCode).toBe(401);
});

test("replicas and restarts that say the same are one mark, and going back is another", async () => {
	const { service, store } = testAnalytics({ marksSecret: SECRET });
	store.apiKeys.add(PERSONAL_KEY, "Test", 0);

	await siteMark(service, { key: "a" });
	await siteMark(service, { key: "b", at: "2026-01-15T10:01:00Z" });
	// A replica that comes later, of the build before.
	await siteMark(service, { key: "a", at: "2026-01-15T10:02:00Z" });
	await siteMark(service, { key: "b", at: "2026-01-15T12:00:00Z" });
	// Rolled back.
	await siteMark(service, { key: "a", at: "2026-01-15T13:00:00Z" });

	expect((await marksOf(service)).map(({ at }) => at.slice(11, 16))).toEqual([
		"10:00",
		"10:01",
		"13:00",
	]);
});

test("notes are added for a time, listed by range, and deleted", async () => {
	const { service, store } = testAnalytics({ marksSecret: SECRET });
	store.apiKeys.add(PERSONAL_KEY, "Test", 0);
	const add = (payload: object) =>
		callApi(service, { method: "POST", url: "/api/v1/marks", payload });

	await siteMark(service, {});
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
