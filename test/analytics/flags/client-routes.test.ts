import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runInNewContext } from "node:vm";
import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import { PERSONAL_KEY, startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { PROJECT_KEY } from "../../support/analytics-service.ts";
import { writeClientScripts } from "../../support/client-scripts.ts";

const require = createRequire(import.meta.url);

/** As the development dependency has it. */
const OWN: string = require("posthog-js/package.json").version;
const NEWEST: string = require("posthog-js-latest/package.json").version;

let analytics: TestAnalytics;

const clientScriptsFolder = await writeClientScripts();

beforeEach(() => {
	analytics = startAnalytics({ clientScriptsFolder });
});

describe("remote configuration", () => {
	test("keeps the client to page views, and never limits its quota", async () => {
		const config = await read(`/array/${PROJECT_KEY}/config`);

		expect(config).toMatchObject({
			token: PROJECT_KEY,
			supportedCompression: ["gzip", "gzip-js"],
			analytics: { endpoint: "/i/v0/e/" },
			autocapture_opt_out: true,
			sessionRecording: false,
			productTours: false,
			hasFeatureFlags: false,
		});
		expect(config).not.toHaveProperty("quota_limited");
		// A current client loads the script of surveys unless the word is absent.
		expect(config).not.toHaveProperty("surveys");
	});

	test("says that there are flags as soon as there is one that is on", async () => {
		put("flag", "off", { active: false, filters: { groups: [{}] } });
		const before = await read(`/array/${PROJECT_KEY}/config`);
		put("flag", "on", { filters: { groups: [{}] } });
		const after = await read(`/array/${PROJECT_KEY}/config`);

		expect([before.hasFeatureFlags, after.hasFeatureFlags]).toEqual([false, true]);
	});

	test("as a script defines what the client looks for", async () => {
		const response = await get(`/array/${PROJECT_KEY}/config.js`);
		const window: Record<string, unknown> = {};

		runInNewContext(response.body, { window });

		expect(response.headers["content-type"]).toContain("javascript");
		expect(window["_POSTHOG_REMOTE_CONFIG"]).toMatchObject({
			[PROJECT_KEY]: { config: { token: PROJECT_KEY }, siteApps: [] },
		});
	});

	test("comes with the site's own client where a page wants both in one", async () => {
		const response = await get(`/array/${PROJECT_KEY}/array.js`);

		expect(response.body).toContain("_POSTHOG_REMOTE_CONFIG");
		expect(response.body).toContain(OWN);
		expect(response.body).not.toContain(NEWEST);
	});

	test.each([
		"config",
		"config.js",
		"array.js",
	])("of another project is not found: %s", async (name) => {
		expect((await get(`/array/phc_other/${name}`)).statusCode).toBe(404);
	});
});

describe("static scripts", () => {
	test.each([
		["posthog-js", "/static/web-vitals.js"],
		["posthog-js", `/static/web-vitals.js?v=${OWN}`],
		["posthog-js", `/static/${OWN}/web-vitals.js`],
		["posthog-js-latest", `/static/web-vitals.js?v=${NEWEST}`],
		["posthog-js-latest", `/static/${NEWEST}/web-vitals.js`],
		// Neither client has this version: the newest of the major version answers.
		["posthog-js-latest", "/static/web-vitals.js?v=1.300.0"],
		// The site's own client has no such part.
		["posthog-js-latest", "/static/web-vitals-soft-navs.js"],
	])("come from %s at %s", async (client, url) => {
		const response = await get(url, { "accept-encoding": "gzip" });

		const [name = ""] = /[\w-]+\.js/.exec(url) ?? [];
		const file = readFileSync(require.resolve(`${client}/dist/${name}`), "utf8");
		const [script = ""] = file.split("\n//# sourceMappingURL");
		expect(response.headers["content-encoding"]).toBe("gzip");
		expect(gunzipSync(response.rawPayload).toString().trim()).toBe(script.trim());
	});

	test.each([
		"toolbar.js",
		"web-experiments.js",
	])("of which there are none are empty: %s", async (name) => {
		const response = await get(`/static/${name}?v=${NEWEST}`);

		expect([response.statusCode, response.body]).toEqual([200, ""]);
		expect(response.headers["content-type"]).toContain("javascript");
	});

	test("are kept apart by origin in shared caches, as their answers are", async () => {
		const { headers } = await get("/static/array.js", { origin: "https://site.example" });

		expect(headers["access-control-allow-origin"]).toBe("https://site.example");
		expect(headers.vary).toContain("origin");
	});

	test("are revalidated by their ETag", async () => {
		const { etag } = (await get("/static/array.js")).headers;

		expect((await get("/static/array.js", { "if-none-match": String(etag) })).statusCode).toBe(304);
	});

	test.each([
		"/static/product-tours.js?v=1.449.2",
		"/static/2.0.0/array.js",
		"/static/array.js?v=2.0.0",
		"/static/nothing.js",
		"/static/..%2Fpackage.json",
		"/static/array.js.map",
		"/static/1.215.1/..%2F..%2Fpackage.json",
	])("of another major version, or that are not carried, are not found: %s", async (url) => {
		const response = await get(url);

		expect(response.statusCode).toBe(404);
		expect(response.headers["cache-control"]).toBe("no-store");
	});
});

describe("surveys, experiments and early access", () => {
	test("there are no surveys and no experiments", async () => {
		expect(await read(`/api/surveys/?token=${PROJECT_KEY}`)).toEqual({ surveys: [] });
		expect(await read(`/api/web_experiments/?token=${PROJECT_KEY}`)).toEqual({
			experiments: [],
		});
	});

	test("a flag that asks for enrollment announces a feature by itself", async () => {
		put("flag", "shiny", { name: "Shiny", filters: { groups: [], feature_enrollment: true } });

		expect(await features("")).toEqual([
			{
				id: "shiny",
				name: "Shiny",
				description: "",
				stage: "beta",
				documentationUrl: null,
				flagKey: "shiny",
				payload: null,
			},
		]);
	});

	test("described features are given by stage, beta where none is named", async () => {
		put("flag", "one", { filters: { groups: [], feature_enrollment: true } });
		put("flag", "two", { filters: { groups: [] } });
		put("early-access-feature", "1", { flagKey: "one", name: "One" });
		put("early-access-feature", "2", { flagKey: "two", name: "Two", stage: "concept" });
		put("early-access-feature", "3", { flagKey: "gone", name: "Gone" });

		expect(await features("")).toMatchObject([{ name: "One", stage: "beta" }]);
		expect(await features("&stage=concept")).toMatchObject([{ name: "Two" }]);
		expect(await features("&stage=beta&stage=concept")).toHaveLength(2);
	});

	test.each([
		"/api/surveys",
		"/api/early_access_features",
		"/api/web_experiments",
	])("%s wants the project's key", async (url) => {
		expect(await read(url)).toMatchObject({ code: "missing_api_key", attr: null });
		const response = await get(`${url}?token=phc_other`);
		expect(response.statusCode).toBe(401);
		expect(response.json()).toMatchObject({ code: "invalid_api_key" });
	});
});

describe("definitions for local evaluation", () => {
	const bearer = { authorization: `Bearer ${PERSONAL_KEY}` };
	const urls = ["/api/feature_flag/local_evaluation", "/flags/definitions"];

	test.each(urls)("%s gives flags, group types and cohorts", async (base) => {
		put("cohort", "3", { id: 3, filters: { properties: { type: "OR", values: [] } } });
		put("flag", "a", { id: 40, filters: { groups: [{ rollout_percentage: 10 }] } });
		const dependency = { key: "40", type: "flag", operator: "flag_evaluates_to", value: true };
		put("flag", "b", { filters: { groups: [{ properties: [dependency] }] } });

		const body = await analytics.read(`${base}?token=${PROJECT_KEY}&send_cohorts`);

		expect(body).toMatchObject({
			flags: [
				{
					key: "a",
					id: 40,
					active: true,
					version: 1,
					filters: { groups: [{ rollout_percentage: 10 }] },
				},
				{
					key: "b",
					filters: { groups: [{ properties: [{ key: "a", dependency_chain: ["a"] }] }] },
				},
			],
			group_type_mapping: {},
			cohorts: { "3": { type: "OR", values: [] } },
		});
	});

	test("leave out what is deleted or archived, but not what is off", async () => {
		put("flag", "off", { active: false, filters: { groups: [] } });
		put("flag", "gone", { deleted: true, filters: { groups: [] } });
		put("flag", "old", { archived: true, filters: { groups: [] } });

		const { flags } = await analytics.read("/flags/definitions");

		expect(flags).toMatchObject([{ key: "off", active: false }]);
	});

	test("have an ETag that holds until a definition changes", async () => {
		const first = await get("/flags/definitions", bearer);
		const conditional = { ...bearer, "if-none-match": String(first.headers.etag) };

		const unchanged = await get("/flags/definitions", conditional);
		put("flag", "new", { filters: { groups: [] } });
		const changed = await get("/flags/definitions", conditional);

		expect([unchanged.statusCode, unchanged.body]).toEqual([304, ""]);
		expect(changed.statusCode).toBe(200);
	});

	test("are for the secure key too, but not for the public one", async () => {
		const { key } = await analytics.read("/api/v1/secure-key");

		const answers = await Promise.all(
			[key, PROJECT_KEY, "phx_wrong"].map((secret) =>
				get("/flags/definitions", { authorization: `Bearer ${secret}` }),
			),
		);

		expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 401]);
	});

	test("remote configuration gives a flag's payload as JSON", async () => {
		put("flag", "conf", { filters: { groups: [], payloads: { true: '{"limit":5}' } } });
		const url = "/api/projects/@current/feature_flags/conf/remote_config";

		expect(await analytics.read(url)).toEqual({ limit: 5 });
		expect(await analytics.read(`${url}/`)).toEqual({ limit: 5 });
		expect((await get(url)).statusCode).toBe(401);
		expect((await get(url.replace("conf/", "none/"), bearer)).statusCode).toBe(404);
	});
});

function get(url: string, headers: Record<string, string> = {}) {
	return analytics.service.inject({ method: "GET", url, headers });
}

function put(kind: "flag" | "cohort" | "early-access-feature", key: string, body: object): void {
	analytics.store.documents.put({ kind, key, body }, Date.now());
}

/** Without a key of the API. */
async function read(url: string) {
	return (await get(url)).json();
}

async function features(more: string): Promise<readonly object[]> {
	return (await read(`/api/early_access_features/?token=${PROJECT_KEY}${more}`))
		.earlyAccessFeatures;
}
