import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { isOfThisMachine } from "../address-list.ts";
import { VERSION } from "../version.ts";

export interface HealthOptions {
	/** Called for each request: whether the service can work now, and facts for operators. */
	readonly readiness: () => Readiness;
}

export interface Readiness {
	readonly ready: boolean;
	/** Facts for operators and probes: ids, counts, problems. Must not contain secrets. */
	readonly details: Readonly<Record<string, unknown>>;
	/** Further facts for requests from this machine only, since they may contain private names. */
	readonly localDetails?: Readonly<Record<string, unknown>>;
}

/** Paths that must work even if the service refuses all other requests. */
export const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Serves liveness (`/healthz`: the process runs) and readiness (`/readyz`: it can serve requests). */
export const health = fp(registerHealth, { name: "health", fastify: "5.x" });

async function registerHealth(
	service: FastifyInstance,
	{ readiness }: HealthOptions,
): Promise<void> {
	service.get("/healthz", { logLevel: "warn" }, async (_request, reply) =>
		reply.header("cache-control", "no-store").send({ status: "ok" }),
	);
	service.get("/readyz", { logLevel: "warn" }, async (request, reply) => {
		const { ready, details, localDetails } = readiness();
		const shown = isOfThisMachine(request.raw) ? { ...details, ...localDetails } : details;
		return reply
			.code(ready ? 200 : 503)
			.header("cache-control", "no-store")
			.send({ status: ready ? "ready" : "unavailable", version: VERSION, ...shown });
	});
}
