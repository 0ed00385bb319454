import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { SignIn } from "../../../platform/sign-in/sign-in.ts";
import type { User } from "../../../shared/page/user.ts";
import type { SiteView, SiteViews } from "../../pages/site-views.ts";
import type { Snapshot } from "../../visibility/snapshot.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** Who sent the request; `undefined`: a visitor who has not signed in. An answer that asked is private. */
		readonly user: User | undefined;
		/** The site as this visitor may read it. */
		readonly view: SiteView;
		/** Whether the answer depends on who has signed in, so that no cache may have it. */
		readonly isPersonal: boolean;
		/** Whether visitors may read the same pages as when this request began. */
		readonly isCurrent: boolean;
	}
}

export interface VisitorsOptions {
	/** Absent: visitors cannot sign in. */
	readonly signIn?: SignIn | undefined;
	readonly views: SiteViews;
}

/** What is known of a request. */
interface Visit {
	readonly user: User | undefined;
	readonly view: SiteView;
	/** When the view was asked for first. */
	readonly snapshot: Snapshot;
}

/** Knows the visitor of each request. It is asked late, so that answers for all visitors stay the same. */
export const visitors = fp<VisitorsOptions>(async (site, { signIn, views }) => {
	const visits = new WeakMap<FastifyRequest, Visit>();
	const readers = {
		user: (request) => visitOf(request).user,
		view: (request) => visitOf(request).view,
		isPersonal: (request) => visits.get(request)?.user !== undefined,
		isCurrent: (request) => {
			const { view, snapshot } = visitOf(request);
			return view.snapshot() === snapshot;
		},
	} satisfies Readonly<Record<string, (request: FastifyRequest) => unknown>>;
	for (const [name, read] of Object.entries(readers)) {
		site.decorateRequest(name, {
			getter(this: FastifyRequest) {
				return read(this);
			},
		});
	}
	if (signIn === undefined) return;
	// First: what the code of the site folder reads in a header must be true.
	site.addHook("onRequest", (request, _reply, next) => {
		signIn.removeForged(request.raw);
		next();
	});

	function visitOf(request: FastifyRequest): Visit {
		const known = visits.get(request);
		if (known !== undefined) return known;
		const user = signIn?.userOf(request.raw);
		const view = views.viewFor(user);
		const visit = { user, view, snapshot: view.snapshot() };
		visits.set(request, visit);
		return visit;
	}
});
