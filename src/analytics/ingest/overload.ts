import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { StoreUnavailableError } from "../errors.ts";

export interface OverloadOptions {
	/** How late timers run, in milliseconds. */
	readonly eventLoopLagMs: () => number;
}

/** A client that waits longer than this is better served by being told to come back. */
const MAX_LAG_MS = 1_000;

/** Refuses work that could not be done in time, before any of it is done. */
export const overload = fp(registerOverload, { name: "overload", fastify: "5.x" });

async function registerOverload(
	service: FastifyInstance,
	{ eventLoopLagMs }: OverloadOptions,
): Promise<void> {
	service.addHook("onRequest", (_request, _reply, done) => {
		const isBehind = eventLoopLagMs() > MAX_LAG_MS;
		done(isBehind ? new StoreUnavailableError("The event loop runs behind") : undefined);
	});
}
