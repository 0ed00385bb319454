import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { SignIn } from "../../../platform/sign-in/sign-in.ts";
import type { User } from "../../../platform/sign-in/user.ts";
import type { SiteView, SiteViews } from "../../pages/site-views.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** Who sent the request; `undefined`: a visitor who has not signed in. An answer that asked is private. */
		readonly user: User | undefined;
		/** The site as this visitor may read it. */
		readonly view: SiteView;
		/** Whether the answer depends on who has signed in, so that no cache may have it. */
		readonly isPersonal: boolean;
	}
}

export interface VisitorsOptions {
	/** Absent: visitors cannot sign in. */
	readonly signIn?: SignIn | undefined;
	readonly views: SiteViews;
}

/** Knows the visitor of each request. It is asked late, so that answers for all visitors stay the same. */
export const visitors = fp<VisitorsOptions>(async (site, { signIn, views }) => {
	const users = new WeakMap<FastifyRequest, User | "outsider">();
	site.decorateRequest("user", {
		getter(this: FastifyRequest) {
			if (signIn === undefined) return undefined;
			const user = users.get(this) ?? signIn.userOf(this.raw) ?? "outsider";
			users.set(this, user);
			return user === "outsider" ? undefined : user;
		},
	});
	site.decorateRequest("view", {
		getter(this: FastifyRequest) {
			return views.viewFor(this.user);
		},
	});
	site.decorateRequest("isPersonal", {
		getter(this: FastifyRequest) {
			return (users.get(this) ?? "outsider") !== "outsider";
		},
	});
	if (signIn === undefined) return;
	// First: what the code of the site folder reads in a header must be true.
	site.addHook("onRequest", (request, _reply, next) => {
		signIn.removeForged(request.raw);
		next();
	});
});
