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

test("the site server on the same machine is believed beside the proxies that are named", () => {
	const { trustedProxies } = readAnalyticsConfig({ TRUSTED_PROXIES: "10.0.0.0/8, uniquelocal" });

	expect(trustedProxies).toEqual(["loopback", "10.0.0.0/8", "uniquelocal"]);
});
