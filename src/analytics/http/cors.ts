import type { FastifyInstance } from "fastify";

/** How long a browser may remember a preflight; two hours is the most that Chromium does. */
const PREFLIGHT_SECONDS = "7200";

/**
 * Lets pages of any origin use the routes beside it. The project key is public and nothing
 * here acts on cookies, so an origin is mirrored, never a star: beacons come with
 * credentials, and a star would refuse those.
 */
export function cors(service: FastifyInstance): void {
	service.addHook("onRequest", ({ headers }, reply, done) => {
		reply.header("vary", "Origin");
		if (headers.origin !== undefined) {
			reply
				.header("access-control-allow-origin", headers.origin)
				.header("access-control-allow-credentials", "true")
				// The current client asks every answer for it, and browsers log a refusal as an error.
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
