import { type FastifyInstance, type FastifyRequest, fastify } from "fastify";
import { loadShedding } from "../platform/load-shedding.ts";
import { health } from "../platform/observability/health.ts";
import { metricsEndpoint } from "../platform/observability/metrics.ts";
import { createTraceReader } from "../platform/observability/request-trace.ts";
import { ICON_SERVICE_ORIGINS } from "../shared/appearance/icons.ts";
import { AnswerCache } from "./answers/answer-cache.ts";
import { createAnswerSender } from "./answers/send-answer.ts";
import { createErrorSender } from "./answers/send-error.ts";
import { createFileSender } from "./answers/send-file.ts";
import { createKeptSender } from "./answers/send-kept.ts";
import { createWarmUp } from "./answers/warm-up.ts";
import { createBuildMeta } from "./builds/build-meta.ts";
import type { Revision } from "./content/revision.ts";
import { createAnswerRecorder } from "./http/answer-metrics.ts";
import { isAsset, targetOf } from "./http/request-target.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { serverOptions } from "./http/server-options.ts";
import { createSiteViews } from "./pages/site-views.ts";
import { answers } from "./plugins/answers.ts";
import { builds } from "./plugins/builds.ts";
import { contentEvents } from "./plugins/content-events.ts";
import { discovery } from "./plugins/discovery.ts";
import { documents } from "./plugins/documents.ts";
import { errorPages, missingSite } from "./plugins/error-pages.ts";
import { images, publicFiles, siteLook } from "./plugins/files.ts";
import { gitWebhook } from "./plugins/git-webhook.ts";
import { icons } from "./plugins/icons.ts";
import { ingest } from "./plugins/ingest.ts";
import { islands } from "./plugins/islands.ts";
import { mcp } from "./plugins/mcp.ts";
import { pageActions } from "./plugins/page-actions.ts";
import { payloads } from "./plugins/payloads.ts";
import { problems } from "./plugins/problems.ts";
import { routeRules } from "./plugins/route-rules.ts";
import { search } from "./plugins/search.ts";
import { siteApi } from "./plugins/site-api.ts";
import type { SiteContext, SiteDependencies } from "./plugins/site-context.ts";
import { privatePages } from "./plugins/visitors/private-pages.ts";
import { signInRoutes } from "./plugins/visitors/sign-in.ts";
import { visitors } from "./plugins/visitors/visitors.ts";
import { createSnapshots, perSnapshot } from "./visibility/snapshot.ts";

declare module "fastify" {
	interface FastifyInstance {
		/** Fills the answer cache at the start, and after each new revision. */
		warmUp: () => Promise<void>;
	}
}

/**
 * Creates the site as a Fastify service. Plugins answer in the order of their registration.
 *
 * @example
 * const site = createSite({ ...dependencies, now: Date.now });
 * const response = await site.inject("/guide");
 */
export function createSite(dependencies: SiteDependencies): FastifyInstance {
	const { revision, metrics, log, botReads, signIn } = dependencies;
	const basePath = (): string => revision().config.public.basePath;
	const snapshot = createSnapshots(dependencies);
	const cache = new AnswerCache({ maxBytes: dependencies.pageCacheBytes, snapshot });
	const sources = { cache, canonicalQuery: () => revision().config.public.canonicalQuery };
	const record = createAnswerRecorder(metrics, botReads?.note);
	const readTrace = createTraceReader(dependencies.trustedProxies);
	const keptSender = createKeptSender({
		...sources,
		// The cached entry under a page's address is the HTML document; it has no language hint.
		isNegotiated: ({ path }, headers) =>
			(signIn?.hasCredentials(headers) === true && !isAsset(path)) ||
			headers.accept?.includes("text/markdown") === true ||
			(path === "/" && revision().config.editions.locales.length > 1),
		...{ log, record, readTrace },
	});
	const sendAnswer = createAnswerSender(sources);
	const views = createSiteViews(dependencies, snapshot);
	const { outsiders } = views;
	const meta = perSnapshot(outsiders.snapshot, (current) =>
		createBuildMeta(dependencies.builds.live, current.revision, outsiders.pages.guards()),
	);
	const sendError = createErrorSender({
		isAbsent: (path) => !revision().files.has(path),
		sendAnswer,
	});
	const context: SiteContext = {
		...dependencies,
		...{ outsiders, meta, sendAnswer, sendError },
		sendFile: createFileSender(cache),
	};

	const site = fastify(
		serverOptions({
			...dependencies,
			maxPerAddress: dependencies.maxConnectionsPerAddress,
			basePath,
			sendCached: keptSender.send,
			readTrace,
		}),
	);
	site.decorateRequest("target", {
		getter(this: FastifyRequest) {
			return targetOf(this.raw, basePath);
		},
	});
	site.register(answers, { cache, keptSender, metrics, record });
	site.register(loadShedding, dependencies);
	site.register(securityHeaders, {
		connectSources: perSnapshot(snapshot, (current) => connectSources(current.revision)),
	});
	site.register(visitors, { signIn, views });
	site.register(missingSite, context);
	site.register(privatePages, context);
	site.register(routeRules, context);
	site.register(siteApi, context);
	site.register(pageActions, context);
	site.register(errorPages, context);
	site.register(health, dependencies);
	site.register(metricsEndpoint, { metrics });
	site.register(problems, context);
	site.register(contentEvents, context);
	if (dependencies.gitWebhook !== undefined) site.register(gitWebhook, dependencies.gitWebhook);
	site.register(signInRoutes, context);
	site.register(ingest, { ...dependencies, ...dependencies.analytics, readTrace });
	site.register(builds, context);
	site.register(icons, context);
	site.register(images, context);
	site.register(islands, context);
	site.register(async (scope) => {
		scope.register(publicFiles, context);
		scope.register(search, context);
		scope.register(payloads, context);
		scope.register(discovery, context);
		scope.register(mcp, context);
		scope.register(siteLook, context);
		scope.register(documents, context);
	});
	site.decorate(
		"warmUp",
		createWarmUp(site, {
			...{ log, cache },
			revision,
			buildId: () => outsiders.pages.manifest().buildId,
			prerendered: () => meta().prerendered,
		}),
	);
	return site;
}

/** Origins that the app may call besides its own. */
function connectSources({ config }: Revision): readonly string[] {
	const { analytics, http } = config.public;
	const origins = analytics.key === "" ? [http.baseUrl] : [analytics.host, http.baseUrl];
	return [
		...(config.public.icons.publicFallback ? ICON_SERVICE_ORIGINS : []),
		...origins.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin),
	];
}
