import fp from "fastify-plugin";
import { PROBES } from "../../platform/observability/health.ts";
import { HTML_TYPE } from "../answers/send-answer.ts";
import { renderUnavailablePage } from "../builds/build-meta.ts";
import type { SiteContext } from "./site-context.ts";

const RETRY_AFTER_SECONDS = 5;

const SENTENCE =
	"The folder of this site is missing or empty. The site appears as soon as the folder has a page.";

/** Sends 503 to all requests but probes while there is no site to serve. */
export const missingSite = fp<SiteContext>(async (service, { isMissing, revision }) => {
	service.addHook("onRequest", (request, reply, next) => {
		if (isMissing?.() !== true || PROBES.has(request.target.path ?? "")) return next();
		reply
			.code(503)
			.header("cache-control", "no-store")
			.header("retry-after", RETRY_AFTER_SECONDS)
			.type(HTML_TYPE)
			.send(renderUnavailablePage(revision().config.public, SENTENCE));
	});
});
