import { fastify } from "fastify";
import { expect, test } from "vitest";
import { health } from "../../src/platform/health.ts";
import { VERSION } from "../../src/platform/version.ts";

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
