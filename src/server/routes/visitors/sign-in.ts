import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { SignIn } from "../../../platform/sign-in/sign-in.ts";
import { pageNotFound, requestRefused } from "../../../shared/page/errors.ts";
import { SIGN_IN_PATHS, SIGN_IN_PREFIX } from "../../../shared/page/user.ts";
import type { SharedRevision } from "../../content/revision.ts";
import type { SendError } from "../../http-cache/send-error.ts";

interface SignInOptions {
	readonly revision: () => SharedRevision;
	readonly sendError: SendError;
	/** Absent: visitors cannot sign in. */
	readonly signIn: SignIn | undefined;
}

/** Routes for signing in and out, and a route that returns the signed-in user to the app. */
export const signInRoutes = fp<SignInOptions>(async (site, context) => {
	const { revision, sendError, signIn } = context;
	site.register(
		async (scope) =>
			signIn?.routes?.(scope, {
				originOf: (request) => originOf(request, context),
				basePath: () => revision().config.public.basePath,
				prefix: SIGN_IN_PREFIX,
				refuse: (reply, status, message) => sendError(reply, requestRefused(status, message)),
			}),
		{ prefix: SIGN_IN_PREFIX },
	);
	// Only if `access.identify` allows analytics to know the visitor.
	site.get(SIGN_IN_PATHS.user, async ({ user }, reply) => {
		const { identify } = revision().config.settings.access;
		if (!identify) return sendError(reply, pageNotFound(SIGN_IN_PATHS.user));
		reply.header("cache-control", "private, no-store");
		if (user === undefined) return reply.code(204).send();
		const { id, name, mail } = user;
		return { id, name, mail };
	});
});

/** Returns the origin of the site as its visitors see it. */
export function originOf(
	{ protocol, host }: FastifyRequest,
	{ revision }: Pick<SignInOptions, "revision">,
): string {
	return revision().config.public.url ?? `${protocol}://${host}`;
}
