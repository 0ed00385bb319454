import { expect, test } from "vitest";
import { readServerConfig } from "../../src/server/config.ts";

test("an empty environment gives working defaults", () => {
	expect(readServerConfig({}, "/srv")).toEqual({
		host: "0.0.0.0",
		port: 3000,
		metricsPort: undefined,
		siteFolder: undefined,
		git: undefined,
		readsCommitTimes: false,
		runsCode: false,
		isDevelopment: false,
		dataFolder: "/srv/data",
		trustedProxies: [],
		signIn: expect.objectContaining({ oidcIssuer: undefined, sessionHours: 8 }),
		analyticsUpstream: undefined,
		buildRetention: { newest: 10, days: 30 },
		eventQueueBytes: 64 * 1024 * 1024,
		previewSecret: undefined,
		sendTimeoutMs: 60_000,
		maxConnectionsPerAddress: 1000,
		logLevel: "info",
		shutdownDeadlineMs: 25_000,
		imageCacheBytes: 256 * 1024 * 1024,
		pageCacheBytes: 32 * 1024 * 1024,
	});
});

test("folders are taken from the working folder", () => {
	const config = readServerConfig({ SITE_DIR: "docs", DATA_DIR: "/var/lib/loggia" }, "/srv");

	expect(config.siteFolder).toBe("/srv/docs");
	expect(config.dataFolder).toBe("/var/lib/loggia");
});

test("every bad variable is named in one go", () => {
	const environment = {
		PORT: "http",
		LOG_LEVEL: "loud",
		TRUSTED_PROXIES: "example.org",
		BASE_PATH: "docs",
		HSTS_MAX_AGE: "abc",
		SIGN_IN_HEADERS: "Remote-User, Remote-User",
		SIGN_IN_URL: "//example.org",
	};

	expect(() => readServerConfig(environment, "/srv")).toThrow(
		[
			"TRUSTED_PROXIES must be IP addresses, networks such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, with commas between" +
				': current value is "example.org"',
			'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent: current value is "loud"',
			'PORT must be a whole number from 0 to 65535: current value is "http"',
			'SIGN_IN_HEADERS must be the names of one to four headers: of the id, the name, the mail address and the groups: current value is "Remote-User, Remote-User"',
			'SIGN_IN_URL must be a URL, or a path that starts with a slash, with {url} for where the visitor goes: current value is "//example.org"',
			'BASE_PATH must start with a slash and consist of letters, digits and - . _ ~: current value is "docs"',
			'HSTS_MAX_AGE must be a whole number from 0 to 3153600000: current value is "abc"',
		].join("\n"),
	);
});

test("headers of a proxy need the address of the proxy", () => {
	const environment = { SIGN_IN_HEADERS: "Remote-User,Remote-Groups" };
	const trusted = readServerConfig({ ...environment, TRUSTED_PROXIES: "loopback" }, "/srv");

	const both = { ...environment, OIDC_ISSUER: "https://login.example.org" };

	expect(() => readServerConfig(environment, "/srv")).toThrow("TRUSTED_PROXIES must name");
	expect(() => readServerConfig(both, "/srv")).toThrow(
		/OIDC_CLIENT_ID must be given both[\s\S]*must not be given both/,
	);
	expect(trusted.signIn.signInHeaders).toEqual(["remote-user", "remote-groups"]);
});

test("proxies may be addresses, ranges and families", () => {
	const config = readServerConfig({ TRUSTED_PROXIES: "loopback, 10.0.0.0/8,::1" }, "/srv");

	expect(config.trustedProxies).toEqual(["loopback", "10.0.0.0/8", "::1"]);
});
