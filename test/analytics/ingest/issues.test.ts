import { expect, test } from "vitest";
import { startAnalytics } from "../../support/analytics.ts";
import { PROJECT_KEY, storedEvents } from "../../support/analytics-service.ts";
import { visitor } from "../../support/visitor.ts";

test.each([
	[
		{ $exception_list: [{ type: "TypeError", value: "x is not a function" }] },
		"TypeError: x is not a function",
	],
	[
		{ $exception_type: "Error", $exception_message: "Loading chunk 4711 failed\nat line 3" },
		"Error: Loading chunk … failed",
	],
	[
		{ $exception_list: [{ value: "No user 0199c0de-8f2a-7000-8000-0123456789ab" }] },
		"Error: No user …",
	],
	[{ $exception_list: "broken" }, "Error"],
])("errors with %j are the issue %j", async (properties, issue) => {
	expect((await stored(properties))["$exception_issue"]).toBe(issue);
});

test("an error is stored without addresses and under its issue", async () => {
	const value = "Cannot fetch https://api.example/?token=hush from 203.0.113.77";

	const properties = await stored({ $exception_list: [{ type: "Error", value }] });

	expect(JSON.stringify(properties)).not.toMatch(/hush|203\.0\.113/);
	expect(properties["$exception_issue"]).toMatch(/^Error: Cannot fetch https:\/\/api\.example\//);
});

async function stored(properties: object): Promise<Readonly<Record<string, unknown>>> {
	const { service, store } = startAnalytics();
	const own = { token: PROJECT_KEY, distinct_id: "a", $lib: "web", ...properties };
	await visitor().send(service, { event: "$exception", properties: own });
	return storedEvents(store)[0]?.properties ?? {};
}
