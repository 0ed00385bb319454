import { fastify } from "fastify";
import { expect, test } from "vitest";
import { health } from "../../../src/platform/observability/health.ts";
import { VERSION } from "../../../src/platform/version.ts";

test("liveness and readiness are apart: a service that cannot serve is still alive", async () => {
	const service = fastify();
	service.register(health, {
		readiness: () => ({ ready: false, details: { problems: ["The store is read-only"] } }),
	});

	const alive = await service.inject("/healthz");
	const ready = await service.inject("/readyz");

	expect(alive.statusCode).toBe(200);
	expect(ready.statusCode).toBe(503);
	expect(ready.json()).toEqual({
		status: "unavailable",
		version: VERSION,
		problems: ["The store is read-only"],
	});
	expect(ready.headers["cache-control"]).toBe("no-store");
});

test.each([
	["this machine", { remoteAddress: "127.0.0.1" }, true],
	["this machine by its other address", { remoteAddress: "::1" }, true],
	["elsewhere", { remoteAddress: "192.0.2.1" }, false],
	["a proxy on this machine", { headers: { "x-forwarded-for": "192.0.2.1" } }, false],
	["another kind of proxy", { headers: { forwarded: "for=192.0.2.1" } }, false],
])("what can name hidden pages is for this machine alone: %s", async (_who, request, isShown) => {
	const service = fastify();
	service.register(health, {
		readiness: () => ({
			ready: true,
			details: { problemCount: 1, degraded: true },
			localDetails: { problems: ["drafts/secret.md"], degraded: "drafts/secret.md" },
		}),
	});

	const answer = await service.inject({ url: "/readyz", ...request });

	expect(answer.statusCode).toBe(200);
	expect(answer.json()).toMatchObject({ problemCount: 1 });
	expect(answer.body.includes("secret")).toBe(isShown);
});
