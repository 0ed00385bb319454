import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { SignIn } from "../../../platform/sign-in/sign-in.ts";
import { requestRefused } from "../../../shared/page/errors.ts";
import { SIGN_IN_PREFIX } from "../../../shared/page/user.ts";
import type { SiteContext } from "../site-context.ts";

export interface SignInRoutesOptions extends SiteContext {
	readonly routes: NonNullable<SignIn["routes"]>;
}

/** The routes by which visitors sign in and out. */
export const signInRoutes = fp<SignInRoutesOptions>(async (site, { routes, ...context }) => {
	site.register(
		async (scope) =>
			routes(scope, {
				originOf: (request) => originOf(request, context),
				basePath: () => context.revision().config.public.basePath,
				prefix: SIGN_IN_PREFIX,
				refuse: (reply, status, message) =>
					context.sendError(reply, requestRefused(status, message)),
			}),
		{ prefix: SIGN_IN_PREFIX },
	);
});

/** The origin of the site as its visitors see it. */
export function originOf(
	{ protocol, host }: FastifyRequest,
	{ revision }: Pick<SiteContext, "revision">,
): string {
	return revision().config.public.url ?? `${protocol}://${host}`;
}
