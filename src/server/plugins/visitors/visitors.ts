import type { FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import type { SignIn } from "../../../platform/sign-in/sign-in.ts";
import type { User } from "../../../shared/page/user.ts";
import type { SiteView, SiteViews } from "../../pages/site-views.ts";
import type { Snapshot } from "../../visibility/snapshot.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** The signed-in visitor, if any. Reading it makes the answer private for a signed-in visitor. */
		readonly user: User | undefined;
		/** The site as this visitor may read it. */
		readonly view: SiteView;
		/** Whether the answer depends on the signed-in visitor, so that no cache may store it. */
		readonly isPersonal: boolean;
		/** Whether visitors may still read the same pages as at the first use of the view. */
		readonly isCurrent: boolean;
	}
}

export interface VisitorsOptions {
	/** Absent: visitors cannot sign in. */
	readonly signIn?: SignIn | undefined;
	readonly views: SiteViews;
}

/** Cached visitor, view and snapshot of a request. */
interface Visit {
	readonly user: User | undefined;
	readonly view: SiteView;
	/** Snapshot of the view at its first use. */
	readonly snapshot: Snapshot;
}

/** Finds the visitor of each request on demand, so that answers for all visitors stay shared. */
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
	// First: code of the site folder must not read forged headers.
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
