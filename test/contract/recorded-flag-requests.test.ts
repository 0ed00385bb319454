import { describe, expect, test } from "vitest";
import { PERSONAL_KEY, startAnalytics } from "../support/analytics.ts";
import { PROJECT_KEY } from "../support/analytics-service.ts";
import { writeClientScripts } from "../support/client-scripts.ts";
import { posthogFixture } from "../support/posthog-fixtures.ts";

const clientScriptsFolder = await writeClientScripts();

interface RecordedRequest {
	readonly scenario: string;
	readonly method: "GET" | "POST";
	readonly path: string;
	readonly query: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string>>;
	readonly body_raw_base64?: string;
	readonly body_decoded?: { readonly token: string; readonly disable_flags?: boolean };
}

const CAPTURE = /^\/(e|i\/v0\/e|batch|s)\//;
const FIXTURES = ["requests-posthog-js-1.215.1.json", "requests-posthog-node-4.6.0.json"];

const requests = FIXTURES.flatMap(
	(name) => posthogFixture<{ readonly requests: readonly RecordedRequest[] }>(name).requests,
).filter(({ path }) => !CAPTURE.test(path));
const decides = requests.filter(({ path }) => path === "/decide/");
const lookUps = requests.filter(({ method }) => method === "GET");

describe("every recorded decide request gets the flags", () => {
	test.each(
		decides.map((request, index) => ({ ...request, index })),
	)("$index: $scenario", async (request) => {
		const service = serviceFor(request);
		const raw = request.body_raw_base64;

		const response = await service.inject({
			method: "POST",
			url: request.path,
			query: request.query,
			headers: request.headers,
			payload: raw === undefined ? (request.body_decoded ?? {}) : Buffer.from(raw, "base64"),
		});

		expect(response.statusCode).toBe(200);
		const flags = request.body_decoded?.disable_flags === true ? {} : { everybody: true };
		expect(response.json()).toMatchObject({
			featureFlags: flags,
			errorsWhileComputingFlags: false,
		});
		expect(response.json()).not.toHaveProperty("quota_limited");
	});
});

describe("every recorded look-up is answered", () => {
	test.each(
		lookUps.map((request, index) => ({ ...request, index })),
	)("$index: $path", async (request) => {
		const service = serviceFor(request);

		const response = await service.inject({
			method: "GET",
			url: request.path,
			query: request.query,
			headers: withKnownKey(request.headers),
		});

		// The one flag of the recording that this service has never heard of.
		expect(response.statusCode).toBe(request.path.includes("/mv/remote_config") ? 404 : 200);
	});
});

/** A service for the project that the request names, with one flag that everybody gets. */
function serviceFor({ path, query, body_decoded }: RecordedRequest) {
	const [, , tokenInPath] = path.startsWith("/array/") ? path.split("/") : [];
	const projectKey = tokenInPath ?? body_decoded?.token ?? query["token"] ?? PROJECT_KEY;
	const analytics = startAnalytics({ projectKey, clientScriptsFolder });
	const body = { key: "everybody", filters: { groups: [{ rollout_percentage: 100 }] } };
	analytics.store.documents.put({ kind: "flag", key: "everybody", body }, Date.now());
	return analytics.service;
}

function withKnownKey(headers: RecordedRequest["headers"]): Record<string, string> {
	const isAuthorized = headers["authorization"] !== undefined;
	return { ...headers, ...(isAuthorized ? { authorization: `Bearer ${PERSONAL_KEY}` } : {}) };
}
