import { expect, test } from "vitest";
import { readAnalyticsConfig } from "../../src/analytics/config.ts";

test("an empty environment gives a service on the loopback interface", () => {
	expect(readAnalyticsConfig({})).toMatchObject({
		host: "127.0.0.1",
		port: 8000,
		projectKey: "phc_loggia",
		trustedProxies: ["loopback"],
	});
});

test("the parameters that stay in URLs are those of the handbook, unless others are named", () => {
	const kept = (environment: NodeJS.ProcessEnv) =>
		readAnalyticsConfig(environment).keptQueryParameters;

	expect(kept({})).toEqual(["page", "sort", "filter", "search", "q", "category", "tag"]);
	expect(kept({ ANALYTICS_QUERY_PARAMETERS: "page,q,lang" })).toEqual(["page", "q", "lang"]);
});

test("the site server on the same machine is believed beside the proxies that are named", () => {
	const { trustedProxies } = readAnalyticsConfig({ TRUSTED_PROXIES: "10.0.0.0/8, uniquelocal" });

	expect(trustedProxies).toEqual(["loopback", "10.0.0.0/8", "uniquelocal"]);
});

test("groups with roles need a provider of groups", () => {
	const environment = { ANALYTICS_ROLE_GROUPS: "it:admin, a:b:viewer" };
	const oidc = { OIDC_ISSUER: "https://login.example.org", OIDC_CLIENT_ID: "dashboard" };

	expect(readAnalyticsConfig({ ...environment, ...oidc }).roleGroups).toEqual([
		{ group: "it", role: "admin" },
		{ group: "a:b", role: "viewer" },
	]);
	expect(() => readAnalyticsConfig(environment)).toThrow("OIDC_ISSUER or SIGN_IN_HEADERS must be");
	expect(() => readAnalyticsConfig({ ...oidc, ANALYTICS_ROLE_GROUPS: "it:owner" })).toThrow(
		"ANALYTICS_ROLE_GROUPS must be groups with roles",
	);
});
