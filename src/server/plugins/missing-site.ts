import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { PROBES } from "../../platform/health.ts";
import { renderUnavailablePage } from "../builds/unavailable-page.ts";

export interface MissingSiteOptions {
	/** Whether the site folder is missing or empty, and there is no last good version of it. */
	readonly isMissing: () => boolean;
	readonly site: () => { readonly name: string; readonly locale: string };
}

/** Sends 503 to all requests but probes while there is no site to serve. */
export const missingSite = fp(registerMissingSite, { name: "missing-site", fastify: "5.x" });

const RETRY_AFTER_SECONDS = 5;

async function registerMissingSite(
	service: FastifyInstance,
	{ isMissing, site }: MissingSiteOptions,
): Promise<void> {
	service.addHook("onRequest", (request, reply, next) => {
		if (!isMissing() || PROBES.has(request.target.path ?? "")) return next();
		reply
			.code(503)
			.header("cache-control", "no-store")
			.header("retry-after", RETRY_AFTER_SECONDS)
			.type("text/html; charset=utf-8")
			.send(
				renderUnavailablePage(
					site(),
					"The folder of this site is missing or empty. The site appears as soon as the folder has a page.",
				),
			);
	});
}
