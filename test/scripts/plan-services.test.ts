import { expect, test } from "vitest";
import { originForPeople, originOf } from "../../scripts/start/address.ts";
import { planServices } from "../../scripts/start/plan-services.ts";

test("both services start, the site first in the order of stopping, and the site knows the other", () => {
	const [site, analytics] = planServices("all", {}, "/app");

	expect(site).toEqual({
		name: "site",
		entry: "/app/dist/server/main.js",
		environment: {
			DATA_DIR: "/app/data",
			ANALYTICS_UPSTREAM: "http://127.0.0.1:8000",
		},
		address: { host: "0.0.0.0", port: 3000 },
	});
	expect(analytics).toEqual({
		name: "analytics",
		entry: "/app/dist/analytics/main.js",
		environment: { DATA_DIR: "/app/data" },
		address: { host: "127.0.0.1", port: 8000 },
	});
});

test("what the operator says wins over the defaults, and the site follows the analytics service to another port", () => {
	const environment = { DATA_DIR: "/var/lib", PORT: "80", ANALYTICS_PORT: "8123" };
	const upstream = { ANALYTICS_UPSTREAM: "http://stats.internal" };

	const [site] = planServices("all", environment, "/app");
	const [other] = planServices("all", { ...environment, ...upstream }, "/app");

	expect(site?.environment).toMatchObject({
		DATA_DIR: "/var/lib",
		ANALYTICS_UPSTREAM: "http://127.0.0.1:8123",
	});
	expect(site?.address?.port).toBe(80);
	expect(other?.environment).toMatchObject(upstream);
});

test("a site that starts alone has no analytics to talk to, and a blank variable means the default", () => {
	const [site, ...others] = planServices("site", { PORT: " ", DATA_DIR: "" }, "/app");

	expect(site).toMatchObject({ name: "site", address: { port: 3000 } });
	expect(site?.environment).toEqual({ DATA_DIR: "/app/data" });
	expect(others).toEqual([]);
});

test.each([
	"0",
	"http",
	"70000",
	"-1",
])("port %s is left for the service to choose or to refuse", (port) => {
	const [site] = planServices("site", { PORT: port }, "/app");

	expect(site?.address).toBeUndefined();
	expect(site?.environment["PORT"]).toBe(port);
});

test.each([
	["0.0.0.0", "http://127.0.0.1:3000", "http://localhost:3000"],
	["::", "http://[::1]:3000", "http://localhost:3000"],
	["192.0.2.7", "http://192.0.2.7:3000", "http://192.0.2.7:3000"],
	["2001:db8::7", "http://[2001:db8::7]:3000", "http://[2001:db8::7]:3000"],
])("a service on %s is reached at %s, and people are told %s", (host, origin, forPeople) => {
	const address = { host, port: 3000 };

	expect(originOf(address)).toBe(origin);
	expect(originForPeople(address)).toBe(forPeople);
});

test.each([
	["on a loopback address", { HOST: "127.0.0.1" }, "true"],
	["without code", { HOST: "127.0.0.1", SITE_CODE: "false" }, undefined],
	["for other machines", {}, undefined],
	["behind a proxy", { HOST: "127.0.0.1", TRUSTED_PROXIES: "loopback" }, undefined],
	["in production", { HOST: "localhost", NODE_ENV: "production" }, undefined],
])("code %s is built for a developer: %j %s", (_, environment, expected) => {
	const [site] = planServices("site", { SITE_CODE: "true", ...environment }, "/app");

	expect(site?.environment["DEVELOPMENT"]).toBe(expected);
});
