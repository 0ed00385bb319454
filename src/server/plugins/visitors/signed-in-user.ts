import fp from "fastify-plugin";
import { pageNotFound } from "../../../shared/page/errors.ts";
import { SIGN_IN_PATHS } from "../../../shared/page/user.ts";
import type { SiteContext } from "../site-context.ts";

/** Says to the app who has signed in, where `access.identify` lets analytics know it. */
export const signedInUser = fp<SiteContext>(async (site, { revision, sendError }) => {
	site.get(SIGN_IN_PATHS.user, async ({ user }, reply) => {
		const { identify } = revision().config.settings.access;
		if (!identify) return sendError(reply, pageNotFound(SIGN_IN_PATHS.user));
		reply.header("cache-control", "private, no-store");
		if (user === undefined) return reply.code(204).send();
		const { id, name, mail } = user;
		return { id, name, mail };
	});
});
