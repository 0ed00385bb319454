import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { PROBES } from "../../../platform/observability/health.ts";
import type { SignIn } from "../../../platform/sign-in/sign-in.ts";
import { INGEST_PATH } from "../../../shared/analytics.ts";
import { isWithin } from "../../../shared/page/navigation.ts";
import type { User } from "../../../shared/page/user.ts";
import type { Snapshot } from "../../authorization/snapshot.ts";
import { isAsset } from "../../http/request-target.ts";
import type { SiteView, SiteViews } from "../../pages/site-views.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** The signed-in visitor, if any. Reading it makes the answer private for a signed-in visitor. */
		readonly user: User | undefined;
		/** The site as this visitor may read it. */
		readonly view: SiteView;
		/** Whether the answer depends on the signed-in visitor or has their cookie, so that no cache may store it. */
		readonly isPersonal: boolean;
		/** Whether visitors may still read the same pages as at the first use of the view. */
		readonly isCurrent: boolean;
	}
	interface FastifyReply {
		/**
		 * Asks the identity provider again if that is due, before the first use of the visitor or view.
		 * Directly `undefined`: the request's cookie is valid.
		 */
		renewSession: () => Promise<void> | undefined;
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
	/** Requests whose answer has a new cookie. */
	const renewed = new WeakSet<FastifyRequest>();
	const readers = {
		user: (request) => visitOf(request).user,
		view: (request) => visitOf(request).view,
		isPersonal: (request) => renewed.has(request) || visits.get(request)?.user !== undefined,
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
	site.decorateReply("renewSession", function renewSession(this: FastifyReply) {
		return signIn?.renew?.(this.request.raw)?.then((cookie) => {
			if (cookie === undefined) return;
			renewed.add(this.request);
			this.header("set-cookie", cookie);
		});
	});
	if (signIn === undefined) return;
	// First: code of the site folder must not read forged headers.
	site.addHook("onRequest", async (request, reply) => {
		signIn.removeForged(request.raw);
		if (!isForAll(request)) await reply.renewSession();
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

/**
 * Whether the answer is the same for every visitor. Of files of builds, only some are: their plugin renews
 * the session for the others.
 */
function isForAll({ target: { path } }: FastifyRequest): boolean {
	return path === undefined || isAsset(path) || PROBES.has(path) || isWithin(path, INGEST_PATH);
}
