import accepts from "@fastify/accepts";
import { type FastifyInstance, type FastifyRequest, fastify } from "fastify";
import type { Logger } from "pino";
import { type HealthOptions, health } from "../platform/health.ts";
import { type LoadSheddingOptions, loadShedding } from "../platform/load-shedding.ts";
import { metricsEndpoint } from "../platform/metrics.ts";
import { createTraceReader } from "../platform/request-trace.ts";
import { ICON_SERVICE_ORIGINS } from "../shared/appearance/icons.ts";
import { AnswerCache } from "./answers/answer-cache.ts";
import { createAnswerSender } from "./answers/send-answer.ts";
import { createErrorSender } from "./answers/send-error.ts";
import { createFileSender } from "./answers/send-file.ts";
import { createKeptSender } from "./answers/send-kept.ts";
import { createWarmUp, WARM_UP_ADDRESS } from "./answers/warm-up.ts";
import { createBuildMeta } from "./builds/build-meta.ts";
import type { KeptBuilds } from "./builds/kept-builds.ts";
import type { Revision } from "./content/revision.ts";
import { discoverableSections } from "./discovery/discoverable-sections.ts";
import { accessLog } from "./http/access-log.ts";
import { type AnswerCounter, createAnswerCounter } from "./http/answer-metrics.ts";
import { targetOf } from "./http/request-target.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { serverOptions } from "./http/server-options.ts";
import type { BotReads } from "./ingest/site-events.ts";
import { createLivePages, type LivePagesOptions } from "./pages/live-pages.ts";
import { answers } from "./plugins/answers.ts";
import { type BuildsOptions, builds } from "./plugins/builds.ts";
import { type ContentEventsOptions, contentEvents } from "./plugins/content-events.ts";
import { discovery } from "./plugins/discovery.ts";
import { documents } from "./plugins/documents.ts";
import { errorPages } from "./plugins/error-pages.ts";
import { type GitWebhookOptions, gitWebhook } from "./plugins/git-webhook.ts";
import { type IconsOptions, icons } from "./plugins/icons.ts";
import { type IngestOptions, ingest } from "./plugins/ingest.ts";
import { islands } from "./plugins/islands.ts";
import { mcp } from "./plugins/mcp.ts";
import { type MissingSiteOptions, missingSite } from "./plugins/missing-site.ts";
import { payloads } from "./plugins/payloads.ts";
import { type ProblemsOptions, problems } from "./plugins/problems.ts";
import { publicFiles } from "./plugins/public-files.ts";
import { routeRules } from "./plugins/route-rules.ts";
import { search } from "./plugins/search.ts";
import { siteApi } from "./plugins/site-api.ts";
import type { SiteContext } from "./plugins/site-context.ts";
import { siteLook } from "./plugins/site-look.ts";
import { createSnapshots, perSnapshot } from "./visibility/snapshot.ts";

export interface SiteDependencies
	extends LivePagesOptions,
		Pick<ContentEventsOptions, "onRevision">,
		Partial<Pick<MissingSiteOptions, "isMissing">>,
		ProblemsOptions,
		Pick<SiteContext, "search">,
		HealthOptions,
		LoadSheddingOptions {
	readonly icons: IconsOptions["library"];
	readonly builds: Pick<KeptBuilds, "live"> & BuildsOptions["builds"];
	readonly trustedProxies: readonly string[];
	readonly maxConnectionsPerAddress: number;
	readonly sendTimeoutMs: number;
	/** The analytics service behind this site. */
	readonly analytics: Omit<IngestOptions, "readTrace">;
	/** Absent: the site takes no webhooks of forges. */
	readonly gitWebhook?: GitWebhookOptions | undefined;
	/** Limit of the answer cache. */
	readonly pageCacheBytes: number;
	readonly log: Logger;
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
	const { revision, renderer, metrics, log, botReads } = dependencies;
	const { isMissing = () => false, builds: keptBuilds } = dependencies;
	const basePath = (): string => revision().config.public.basePath;
	const snapshot = createSnapshots(dependencies);
	const cache = new AnswerCache({ maxBytes: dependencies.pageCacheBytes, snapshot });
	const sources = { cache, canonicalQuery: () => revision().config.public.canonicalQuery };
	const countAnswer = createAnswerCounter(metrics);
	const count: AnswerCounter = (answer) => {
		countAnswer(answer);
		botReads?.note(answer);
	};
	const readTrace = createTraceReader(dependencies.trustedProxies);
	const keptSender = createKeptSender({
		...sources,
		// The cached entry under a page's address is the HTML document; it has no language hint.
		isNegotiated: ({ path }, headers) =>
			headers.accept?.includes("text/markdown") === true ||
			(path === "/" && revision().config.editions.locales.length > 1),
		log,
		count,
		readTrace,
	});
	const sendAnswer = createAnswerSender(sources);
	const pages = createLivePages(dependencies, snapshot);
	const meta = perSnapshot(snapshot, (current) =>
		createBuildMeta(keptBuilds.live, current.revision, pages.guards()),
	);
	const sendError = createErrorSender({
		renderError: (path, error) => pages.document(pages.refuse(path, error), ""),
		renderFramed: (path, error) =>
			pages.code.hasFrame()
				? pages.codeDocument(pages.refuse(path, error), "").then(({ html }) => html)
				: undefined,
		isAbsent: (path) => !revision().files.has(path),
		sendAnswer,
	});
	const context: SiteContext = {
		revision,
		snapshot,
		pages,
		sections: perSnapshot(snapshot, (current) =>
			discoverableSections(current.revision, pages.guards()),
		),
		search: dependencies.search,
		sendAnswer,
		sendError,
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
	site.register(answers, { cache, keptSender, metrics });
	site.register(loadShedding, dependencies);
	site.register(accepts);
	site.register(accessLog, { count, ownAddress: WARM_UP_ADDRESS });
	site.register(securityHeaders, {
		connectSources: perSnapshot(snapshot, (current) => connectSources(current.revision)),
	});
	site.register(missingSite, { isMissing, revision });
	site.register(routeRules, { revision });
	site.register(siteApi, context);
	site.register(errorPages, { sendError });
	site.register(health, dependencies);
	site.register(metricsEndpoint, { metrics });
	site.register(problems, dependencies);
	site.register(contentEvents, dependencies);
	if (dependencies.gitWebhook !== undefined) site.register(gitWebhook, dependencies.gitWebhook);
	site.register(ingest, { ...dependencies.analytics, readTrace });
	site.register(builds, { builds: keptBuilds, meta, sendAnswer });
	site.register(icons, { library: dependencies.icons, sendAnswer });
	site.register(islands, {
		renderIsland: renderer.renderIsland,
		renderCodeIsland: pages.code.island,
		sources: pages.knownToIslands,
		sendAnswer,
	});
	site.register(async (scope) => {
		scope.register(publicFiles, { revision, sendFile: createFileSender(cache) });
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
			cache,
			revision,
			buildId: () => pages.manifest().buildId,
			prerendered: () => meta().prerendered,
		}),
	);
	return site;
}

/** Where the app may call besides its own origin. */
function connectSources({ config }: Revision): readonly string[] {
	const { analytics, http } = config.public;
	const origins = analytics.key === "" ? [http.baseUrl] : [analytics.host, http.baseUrl];
	return [
		...(config.public.icons.publicFallback ? ICON_SERVICE_ORIGINS : []),
		...origins.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin),
	];
}
