import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { isOfThisMachine } from "../address-list.ts";
import { VERSION } from "../version.ts";

export interface HealthOptions {
	/** Read at each request: whether the service can do its work now, and what a person should know. */
	readonly readiness: () => Readiness;
}

export interface Readiness {
	readonly ready: boolean;
	/** Facts for people and probes: ids, counts, problems. Never a secret. */
	readonly details: Readonly<Record<string, unknown>>;
	/** Further facts, for requests of this machine alone: they can name what is not public. */
	readonly localDetails?: Readonly<Record<string, unknown>>;
}

/** Paths that work even when the service can answer no other request. */
export const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** Liveness (`/healthz`: the process runs) apart from readiness (`/readyz`: it can serve). */
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
