import { beforeEach, describe, expect, test } from "vitest";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { PROJECT_KEY } from "../../support/analytics-service.ts";
import { readFixture } from "../../support/read-fixture.ts";

const FLAGS = readFixture<never, readonly { readonly key: string }[]>("flags/decided.yaml");
const DETAILS = readFixture<object>("flags/details.yaml");

let analytics: TestAnalytics;

beforeEach(() => {
	analytics = startAnalytics();
	for (const flag of FLAGS) {
		analytics.store.documents.put({ kind: "flag", key: flag.key, body: flag }, Date.now());
	}
});

describe("the form of the answer", () => {
	const ON = { "beta-search": true, layout: "wide" };
	const PAYLOADS = { "beta-search": '{"cta":"Try it"}', layout: '{"columns":3}' };

	test.each<[url: string, parts: object, absent?: string]>([
		["/decide/", { featureFlags: ["beta-search", "layout"] }],
		["/decide?v=2", { featureFlags: ON }, "featureFlagPayloads"],
		[
			"/decide/?v=3&ip=1&_=1763640000000&ver=1.215.1",
			{
				featureFlags: { ...ON, off: false },
				featureFlagPayloads: PAYLOADS,
				supportedCompression: expect.arrayContaining(["gzip-js"]),
			},
		],
		["/decide?v=4", {}],
		["/flags?v=1", { featureFlags: { ...ON, off: false } }, "supportedCompression"],
		["/flags?v=2", {}, "supportedCompression"],
		["/flags?v=2&config=true", { supportedCompression: expect.any(Array) }],
		["/flags", { supportedCompression: expect.any(Array) }],
	])("%s has what its version has", async (url, parts, absent = "quota_limited") => {
		const answer = await ask(url);

		for (const [name, value] of Object.entries(parts)) expect(answer[name], name).toEqual(value);
		expect(answer).not.toHaveProperty(absent);
		expect(answer).not.toHaveProperty("quota_limited");
		expect(answer["errorsWhileComputingFlags"]).toBe(false);
		expect(answer["requestId"]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab]/);
		expect(answer["evaluatedAt"]).toBeTypeOf("number");
	});

	test.each(["/decide?v=4", "/flags/?v=2", "/flags"])("%s gives every detail", async (url) => {
		const answer = await ask(url);

		const { "beta-search": beta, ...others } = DETAILS;
		const parts = Object.entries(others).map(([key, part]) => [key, expect.objectContaining(part)]);
		expect(answer["flags"]).toEqual({ "beta-search": beta, ...Object.fromEntries(parts) });
	});
});

describe("the request", () => {
	test("may ask for some flags, or for none", async () => {
		const some = await ask("/flags?v=2", { flag_keys_to_evaluate: ["off"] });
		const none = await ask("/decide?v=3", { disable_flags: true });

		expect(Object.keys(some["flags"] as object)).toEqual(["off"]);
		expect(none["featureFlags"]).toEqual({});
	});

	describe("gets what is for the code that asks", () => {
		const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0";

		test.each([
			["a browser", { "user-agent": BROWSER }, {}, ["everywhere", "in-apps"]],
			["a page", { origin: "https://site.example" }, {}, ["everywhere", "in-apps"]],
			["an app", { "user-agent": "posthog-ios/3.30.0" }, {}, ["everywhere", "in-apps"]],
			["a server", { "user-agent": "posthog-node/4.6.0" }, {}, ["everywhere", "on-servers"]],
			["a script", { "user-agent": "curl/8.0" }, {}, ["everywhere", "on-servers"]],
			[
				"a client that says so",
				{ "user-agent": BROWSER },
				{ evaluation_runtime: "server" },
				["everywhere", "on-servers"],
			],
		])("%s", async (_who, headers, fields, expected) => {
			put("everywhere", { evaluation_runtime: "all" });
			put("in-apps", { evaluation_runtime: "client" });
			put("on-servers", { evaluation_runtime: "server" });
			const flag_keys = ["everywhere", "in-apps", "on-servers"];

			const { flags } = await ask("/flags?v=2", { ...fields, flag_keys }, headers);

			expect(Object.keys(flags as object)).toEqual(expected);
		});

		test.each([
			["named", { evaluation_contexts: ["docs", "web"] }, ["everywhere", "of-docs"]],
			["named as they were", { evaluation_environments: ["docs"] }, ["everywhere", "of-docs"]],
			["others", { evaluation_contexts: ["shop"] }, ["everywhere", "of-shop"]],
			["none", {}, ["everywhere", "of-docs", "of-shop"]],
		])("parts of an app: %s", async (_which, fields, expected) => {
			put("everywhere", {});
			put("of-docs", { evaluation_contexts: ["docs"] });
			put("of-shop", { evaluation_tags: ["shop"] });
			const flag_keys = ["everywhere", "of-docs", "of-shop"];

			const { flags } = await ask("/flags?v=2", { ...fields, flag_keys });

			expect(Object.keys(flags as object)).toEqual(expected);
		});
	});

	test("may have an empty distinct id, or a number", async () => {
		expect(await ask("/decide", { distinct_id: "" })).toHaveProperty("featureFlags");
		expect(await ask("/decide", { distinct_id: 7 })).toHaveProperty("featureFlags");
	});

	test.each([
		["no token", { distinct_id: "u" }, 401, "No API token provided"],
		[
			"another project's token",
			{ token: "phc_other", distinct_id: "u" },
			401,
			"The provided API key is invalid",
		],
		["no distinct id", { token: PROJECT_KEY }, 400, "The distinct_id field is missing"],
	])("with %s is refused in plain text", async (_case, payload, status, message) => {
		const response = await analytics.send("/flags?v=2", payload);

		expect(response.statusCode).toBe(status);
		expect(response.headers["content-type"]).toContain("text/plain");
		expect(response.body).toContain(message);
	});

	test("that cannot be decoded is refused", async () => {
		const response = await analytics.send("/decide?v=3", Buffer.from([0x1f, 0x8b, 1, 2, 3]), {
			"content-type": "text/plain",
		});

		expect(response.statusCode).toBe(400);
		expect(response.body).toContain("ailed to decode request");
	});

	test.each([
		["GET", 200],
		["HEAD", 200],
		["PUT", 405],
		["DELETE", 405],
	] as const)("by %s is answered %i", async (method, status) => {
		for (const url of ["/decide/?v=3", "/flags?v=2"]) {
			expect((await analytics.service.inject({ method, url })).statusCode, url).toBe(status);
		}
	});
});

describe("what the store knows", () => {
	const VISITOR = "019a1f85-5034-7e1b-a317-c776bf53eac2";

	test("about a person counts, and what the request says is newer", async () => {
		await capture("$identify", "user-9", { $set: { plan: "pro" } });

		const withoutThem = await ask("/decide", { distinct_id: "user-9", person_properties: {} });
		const clientSays = await ask("/decide", {
			distinct_id: "user-9",
			person_properties: { plan: "free" },
		});

		expect(withoutThem["featureFlags"]).toEqual(["beta-search", "layout"]);
		expect(clientSays["featureFlags"]).toEqual(["layout"]);
	});

	test("about enrollment counts on the next page, where the client has forgotten it", async () => {
		put("shiny", { filters: { groups: [], feature_enrollment: true } });
		await capture("$feature_enrollment_update", "user-9", {
			$feature_flag: "shiny",
			$feature_enrollment: true,
			$set: { "$feature_enrollment/shiny": true },
		});

		const answer = await ask("/decide", { distinct_id: "user-9" });

		expect(answer["featureFlags"]).toContain("shiny");
	});

	test("keeps a continuous experience from the first visit on, on every device", async () => {
		const keys = Array.from({ length: 50 }, (_, number) => `variant-${number}`);
		const variants = keys.map((key) => ({ key, rollout_percentage: 2 }));
		const filters = { groups: [{}], multivariate: { variants } };
		put("experiment", { filters, ensure_experience_continuity: true });
		const variantOf = async (fields: object): Promise<unknown> => {
			const { featureFlags } = await ask("/decide?v=3", fields);
			return (featureFlags as Record<string, unknown>)["experiment"];
		};

		const before = await variantOf({ distinct_id: VISITOR });
		const during = await variantOf({ distinct_id: "user-9", $anon_distinct_id: VISITOR });
		await capture("$identify", "user-9", { $anon_distinct_id: VISITOR });
		const after = await variantOf({ distinct_id: "user-9" });
		const elsewhere = await variantOf({
			distinct_id: "user-9",
			$anon_distinct_id: "019b1f85-0000-7e1b-a317-c776bf53eac2",
		});

		expect([during, after, elsewhere]).toEqual([before, before, before]);
	});

	async function capture(event: string, distinct_id: string, properties: object): Promise<void> {
		expect((await analytics.capture({ event, distinct_id, properties })).statusCode).toBe(200);
	}
});

test("requests are counted by what became of them", async () => {
	await ask("/decide");
	await analytics.send("/flags", { token: "phc_other" });

	const { body } = await analytics.service.inject("/metrics");

	expect(body).toContain('analytics_flag_requests_total{outcome="answered"} 1');
	expect(body).toContain('analytics_flag_requests_total{outcome="refused"} 1');
});

test("a stored definition that cannot be used is logged once, and the others are served", async () => {
	const body = { key: "broken", filters: "none" };
	analytics.store.documents.put({ kind: "flag", key: "broken", body }, Date.now());

	await ask("/decide");
	const answer = await ask("/decide");

	expect(answer["featureFlags"]).toEqual(["beta-search", "layout"]);
	const complaints = analytics.logLines.filter((line) => line.includes("cannot be used"));
	expect(complaints).toEqual([
		expect.stringContaining(String.raw`Definition \"broken\": filters must be an object`),
	]);
});

async function ask(
	url: string,
	fields: object = {},
	headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
	const known = { distinct_id: "user-1", person_properties: { plan: "pro" } };
	const payload = { token: PROJECT_KEY, ...known, ...fields };
	const response = await analytics.send(url, payload, headers);
	expect(response.statusCode).toBe(200);
	return response.json();
}

function put(key: string, fields: object): void {
	const body = { key, active: true, filters: { groups: [{}] }, ...fields };
	analytics.store.documents.put({ kind: "flag", key, body }, Date.now());
}
