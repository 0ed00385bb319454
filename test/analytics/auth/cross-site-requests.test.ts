import { beforeEach, describe, expect, test } from "vitest";
import { PERSONAL_KEY, startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { ownerBrowser, PASSWORD, setPassword } from "../../support/dashboard-browser.ts";

const STATS = "/api/v1/stats";
let analytics: TestAnalytics;

beforeEach(async () => {
	analytics = startAnalytics();
	await setPassword(analytics.store);
});

describe("what another site sends with the owner's cookie does nothing", () => {
	test.each([
		["a form post", { "sec-fetch-site": "cross-site", "x-loggia-dashboard": undefined }],
		["a neighbor's script", { "sec-fetch-site": "same-site" }],
		["a request without the header of the dashboard", { "x-loggia-dashboard": undefined }],
		[
			"an older browser's, from elsewhere",
			{ "sec-fetch-site": undefined, origin: "https://evil.example" },
		],
		["an older browser's, from nowhere", { "sec-fetch-site": undefined, origin: "null" }],
		["one that says nothing of itself", { "sec-fetch-site": undefined }],
	])("%s", async (_name, headers) => {
		const browser = ownerBrowser(analytics);
		const { store } = analytics;
		store.documents.put({ kind: "flag", key: "kept", body: { filters: { groups: [] } } }, 1);

		const calls = [
			{ method: "DELETE", url: "/api/v1/flags/kept" },
			{ method: "POST", url: "/api/v1/keys", payload: '{"name":"theirs"}' },
			{ method: "PATCH", url: "/api/v1/settings", payload: '{"retention_days":1}' },
			{ method: "POST", url: "/api/v1/import/events.jsonl", payload: "{}" },
			{ method: "POST", url: "/api/v1/secure-key" },
			{ method: "DELETE", url: "/api/v1/persons/someone" },
			{ method: "DELETE", url: "/api/session" },
			{
				method: "POST",
				url: "/api/password",
				payload: `{"current":"${PASSWORD}","new":"their password"}`,
			},
		] as const;
		const statuses: number[] = [];
		for (const call of calls) statuses.push((await browser.call({ ...call, headers })).statusCode);

		expect(statuses).toEqual(calls.map(() => 403));
		expect(store.documents.get("flag", "kept")).toBeDefined();
		expect(store.apiKeys.list()).toHaveLength(1);
		expect((await browser.get(STATS)).statusCode).toBe(200);
	});

	test("an older browser's own request works by its origin, and a script with a key needs none", async () => {
		const call = { method: "POST", url: "/api/v1/secure-key" } as const;
		const origin = { origin: "http://localhost:80", host: "localhost:80" };
		const authorization = `Bearer ${PERSONAL_KEY}`;

		const answers = [
			await ownerBrowser(analytics).call({
				...call,
				headers: { "sec-fetch-site": undefined, ...origin },
			}),
			await analytics.service.inject({ ...call, headers: { authorization } }),
		];

		expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
	});

	test("no other origin is told that it may ask", async () => {
		const response = await analytics.service.inject({
			method: "OPTIONS",
			url: "/api/v1/keys",
			headers: {
				origin: "https://evil.example",
				"access-control-request-method": "POST",
				"access-control-request-headers": "x-loggia-dashboard",
			},
		});

		expect(response.headers["access-control-allow-origin"]).toBeUndefined();
		expect(response.headers["access-control-allow-headers"]).toBeUndefined();
	});
});
