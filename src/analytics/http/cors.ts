import type { FastifyInstance } from "fastify";

/** Browsers may cache a preflight for this time; Chromium's maximum is two hours. */
const PREFLIGHT_SECONDS = "7200";

/**
 * Allows pages of any origin to use the routes of `service`. This is safe: the project key is public and
 * no route here uses cookies. The header repeats the origin, because browsers send beacons with
 * credentials and then reject a star.
 */
export function cors(service: FastifyInstance): void {
	service.addHook("onRequest", ({ headers }, reply, done) => {
		reply.header("vary", "Origin");
		if (headers.origin !== undefined) {
			reply
				.header("access-control-allow-origin", headers.origin)
				.header("access-control-allow-credentials", "true")
				// The current client reads it from every response; without this, browsers log an error.
				.header("access-control-expose-headers", "retry-after");
		}
		done();
	});
	service.options("/*", async ({ headers }, reply) => {
		const asked = headers["access-control-request-headers"];
		if (asked !== undefined) reply.header("access-control-allow-headers", asked);
		return reply
			.header("access-control-allow-methods", "GET, POST, OPTIONS")
			.header("access-control-max-age", PREFLIGHT_SECONDS)
			.send({ status: "Ok" });
	});
}
