import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readAnalyticsConfig } from "../../src/analytics/config.ts";
import type { Environment } from "../../src/platform/env.ts";

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

test("every variable that is read stands in the table of the README", () => {
	const readme = readFileSync("src/analytics/README.md", "utf8");
	const listed = [...readme.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);

	expect(listed.toSorted()).toEqual([...variablesRead()].toSorted());
});

/** Asks the reader itself, so that a new variable cannot be forgotten. */
function variablesRead(): ReadonlySet<string> {
	const names = new Set<string>();
	const environment = new Proxy<Environment>(
		{},
		{
			get: (_target, name) => {
				names.add(String(name));
				return undefined;
			},
		},
	);
	readAnalyticsConfig(environment);
	return names;
}
