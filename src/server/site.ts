import { type FastifyInstance, type FastifyRequest, fastify } from "fastify";
import { loadShedding } from "../platform/load-shedding.ts";
import { health } from "../platform/observability/health.ts";
import { metricsEndpoint } from "../platform/observability/metrics.ts";
import { createTraceReader } from "../platform/observability/request-trace.ts";
import { ICON_SERVICE_ORIGINS } from "../shared/theme/icons.ts";
import { createBuildMeta } from "./assets/build-meta.ts";
import { createSnapshots, memoizeBySnapshot } from "./authorization/snapshot.ts";
import type { Revision } from "./content/revision.ts";
import { createAnswerRecorder } from "./http/answer-metrics.ts";
import { isAsset, targetOf } from "./http/request-target.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { serverOptions } from "./http/server-options.ts";
import { ResponseCache } from "./http-cache/response-cache.ts";
import { createAnswerSender } from "./http-cache/send-answer.ts";
import { createErrorSender } from "./http-cache/send-error.ts";
import { createFileSender } from "./http-cache/send-file.ts";
import { serveFromCache } from "./http-cache/serve-from-cache.ts";
import { createWarmUp } from "./http-cache/warm-up.ts";
import { createSiteViews } from "./pages/site-views.ts";
import { answers } from "./routes/answers.ts";
import { builds } from "./routes/builds.ts";
import { contentEvents } from "./routes/content-events.ts";
import { errorPages } from "./routes/error-pages.ts";
import { images, siteLook } from "./routes/files.ts";
import { gitWebhook } from "./routes/git-webhook.ts";
import { icons } from "./routes/icons.ts";
import { ingest } from "./routes/ingest.ts";
import { islands } from "./routes/islands.ts";
import { mcp } from "./routes/mcp.ts";
import { pages } from "./routes/pages.ts";
import { problems } from "./routes/problems.ts";
import { routeRules } from "./routes/route-rules.ts";
import type { SiteContext, SiteDependencies } from "./routes/site-context.ts";
import { privatePages } from "./routes/visitors/private-pages.ts";
import { signInRoutes } from "./routes/visitors/sign-in.ts";
import { visitors } from "./routes/visitors/visitors.ts";

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
	const cache = new ResponseCache({ maxBytes: dependencies.pageCacheBytes, snapshot });
	const sources = { cache, canonicalQuery: () => revision().config.public.canonicalQuery };
	const record = createAnswerRecorder(metrics, botReads?.note);
	const readTrace = createTraceReader(dependencies.trustedProxies);
	const keptSender = serveFromCache({
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
	const meta = memoizeBySnapshot(outsiders.snapshot, (current) =>
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
		connectSources: memoizeBySnapshot(snapshot, (current) => connectSources(current.revision)),
		permitsStyles: dependencies.authoring?.isDevelopment,
	});
	site.register(visitors, { signIn, views });
	site.register(privatePages, context);
	site.register(routeRules, context);
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
	site.register(mcp, context);
	site.register(siteLook, context);
	site.register(pages, context);
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
