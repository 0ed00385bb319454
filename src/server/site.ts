import { type FastifyInstance, type FastifyRequest, fastify } from "fastify";
import type { Logger } from "pino";
import { type LoadSheddingOptions, loadShedding } from "../platform/load-shedding.ts";
import { type HealthOptions, health } from "../platform/observability/health.ts";
import { metricsEndpoint } from "../platform/observability/metrics.ts";
import { createTraceReader } from "../platform/observability/request-trace.ts";
import type { SignIn } from "../platform/sign-in/sign-in.ts";
import { ICON_SERVICE_ORIGINS } from "../shared/theme/icons.ts";
import { createBuildMeta } from "./assets/build-meta.ts";
import type { KeptBuilds } from "./assets/kept-builds.ts";
import { createSnapshots, memoizeBySnapshot } from "./authorization/snapshot.ts";
import type { ProblemPages } from "./content/problem.ts";
import type { Revision } from "./content/revision.ts";
import type { BotReads } from "./event-queue/site-events.ts";
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
import type { IconLibrary } from "./icons/icon-library.ts";
import type { ImageStore } from "./images/image-store.ts";
import type { LivePagesOptions } from "./pages/live-pages.ts";
import { createSiteViews } from "./pages/site-views.ts";
import { answers } from "./routes/answers.ts";
import { buildFiles } from "./routes/builds.ts";
import { contentEvents } from "./routes/content-events.ts";
import { errorPages } from "./routes/error-pages.ts";
import { resizedImages, siteLook } from "./routes/files.ts";
import { type GitWebhookOptions, gitWebhook } from "./routes/git-webhook.ts";
import { icons } from "./routes/icons.ts";
import { type IngestOptions, ingest } from "./routes/ingest.ts";
import { islands } from "./routes/islands.ts";
import { mcp } from "./routes/mcp.ts";
import { pages } from "./routes/pages.ts";
import { type Authoring, problems } from "./routes/problems.ts";
import { routeRules } from "./routes/route-rules.ts";
import { privatePages } from "./routes/visitors/private-pages.ts";
import { signInRoutes } from "./routes/visitors/sign-in.ts";
import { visitors } from "./routes/visitors/visitors.ts";
import type { SiteSearch } from "./search/site-search.ts";

/** Dependencies of a site. Functions return the current state, since content changes. */
export interface SiteDependencies extends LivePagesOptions, HealthOptions, LoadSheddingOptions {
	/** Calls back after each new revision. @returns A function that stops the calls. */
	readonly onRevision: (callback: () => void) => () => void;
	/** Whether the site folder is missing or empty, without a last good version; absent: it is not. */
	readonly isMissing?: () => boolean;
	/** Problem pages of the live revision. */
	readonly problemPages: () => ProblemPages;
	/** Absent on a site without search. */
	readonly search?: Pick<SiteSearch, "search"> | undefined;
	readonly icons: Pick<IconLibrary, "lookUp">;
	/** Absent: no smaller sizes of images are made. */
	readonly images?: Pick<ImageStore, "find"> | undefined;
	readonly builds: Pick<KeptBuilds, "live" | "readAsset" | "metaOf">;
	readonly trustedProxies: readonly string[];
	/** Absent: visitors cannot sign in. */
	readonly signIn?: SignIn | undefined;
	readonly maxConnectionsPerAddress: number;
	readonly sendTimeoutMs: number;
	/** The analytics service behind this site. */
	readonly analytics: Omit<IngestOptions, "readTrace" | "loopDelayMs">;
	/** Absent: the site accepts no webhooks of forges. */
	readonly gitWebhook?: GitWebhookOptions | undefined;
	/** Limit of the answer cache. */
	readonly pageCacheBytes: number;
	readonly log: Logger;
	/** Absent: authors see no errors of the code. */
	readonly authoring?: Authoring;
	/** Called with each response; absent: reads of bots are not counted. */
	readonly botReads?: Pick<BotReads, "note"> | undefined;
}

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
	const sendFile = createFileSender(cache);
	const { authoring, builds, images, isMissing, search } = dependencies;

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
	site.register(privatePages, { outsiders, revision, sendAnswer, sendError, signIn });
	site.register(routeRules, { isMissing, revision, sendError });
	site.register(errorPages, { sendError });
	site.register(health, dependencies);
	site.register(metricsEndpoint, { metrics });
	site.register(problems, { ...dependencies, authoring });
	site.register(contentEvents, { ...dependencies, authoring });
	if (dependencies.gitWebhook !== undefined) site.register(gitWebhook, dependencies.gitWebhook);
	site.register(signInRoutes, { revision, sendError, signIn });
	site.register(ingest, { ...dependencies, ...dependencies.analytics, readTrace });
	site.register(buildFiles, { builds, meta, outsiders, sendAnswer });
	site.register(icons, { icons: dependencies.icons, sendAnswer });
	site.register(resizedImages, { images, outsiders, sendAnswer, sendFile });
	site.register(islands, { renderer: dependencies.renderer, sendAnswer });
	site.register(mcp, { revision, search });
	site.register(siteLook, { revision, sendAnswer, sendError });
	site.register(pages, { outsiders, revision, search, sendAnswer, sendError, sendFile });
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
