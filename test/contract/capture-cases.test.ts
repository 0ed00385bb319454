import { describe, expect, test } from "vitest";
import { storedEvents, testAnalytics } from "../support/analytics-service.ts";
import { posthogFixture } from "../support/posthog-fixtures.ts";

interface CaptureCase {
	readonly id: string;
	readonly why: string;
	readonly request: {
		readonly method: "POST" | "OPTIONS";
		readonly path: string;
		readonly query: Readonly<Record<string, string>>;
		readonly headers: Readonly<Record<string, string>>;
		readonly body_text?: string;
		readonly body_base64?: string;
	};
	readonly expect: {
		readonly status: number;
		readonly body_contains?: string;
		readonly events?: readonly { event: string; distinct_id: string; token: string }[];
	};
}

/** Where the service is kinder than the real one on purpose; the README of `wire/` says why. */
const KINDER = new Set(["one-bad-in-batch"]);

const { cases } = posthogFixture<{ cases: readonly CaptureCase[] }>("server-capture-cases.json");

describe("capture answers as the real service does", () => {
	for (const { id, why, request, expect: expected } of cases) {
		if (KINDER.has(id)) continue;
		test(`${id}: ${why}`, async () => {
			const projectKey = expected.events?.[0]?.token ?? "phc_fixture_token";
			const { service, store } = testAnalytics({ projectKey });

			const response = await service.inject({
				method: request.method,
				url: request.path,
				query: request.query,
				headers: request.headers,
				...payloadOf(request),
			});

			expect(response.statusCode).toBe(expected.status);
			expect(response.body).toContain(expected.body_contains ?? "");
			expect(storedEvents(store)).toMatchObject(
				(expected.events ?? []).map(({ event, distinct_id: distinctId }) => ({
					event,
					distinctId,
				})),
			);
		});
	}
});

test("a bad event does not take the good ones of its batch with it", async () => {
	const { store, send } = testAnalytics({ projectKey: "phc_fixture_token" });
	const mixed = cases.find(({ id }) => id === "one-bad-in-batch")?.request;

	const response = await send("/e/", mixed?.body_text ?? "");

	expect(response.statusCode).toBe(200);
	expect(storedEvents(store)).toMatchObject([{ event: "hello" }]);
});

function payloadOf({ body_text, body_base64 }: CaptureCase["request"]) {
	if (body_base64 !== undefined) return { payload: Buffer.from(body_base64, "base64") };
	return body_text === undefined ? {} : { payload: body_text };
}
