import accepts from "@fastify/accepts";
import { type FastifyInstance, fastify } from "fastify";
import type { Logger } from "pino";
import { health, type Readiness } from "../platform/health.ts";
import { loadShedding } from "../platform/load-shedding.ts";
import type { Metrics } from "../platform/metrics.ts";
import { metricsEndpoint } from "../platform/metrics-endpoint.ts";
import { createTraceReader } from "../platform/request-trace.ts";
import { ICON_SERVICE_ORIGINS } from "../shared/appearance/icons.ts";
import type { RouteMatcher } from "../shared/routing/route-matcher.ts";
import { AnswerCache } from "./answers/answer-cache.ts";
import { createAnswerSender } from "./answers/send-answer.ts";
import { createErrorSender } from "./answers/send-error.ts";
import { createFileSender } from "./answers/send-file.ts";
import { createKeptSender } from "./answers/send-kept.ts";
import { createWarmUp, WARM_UP_ADDRESS } from "./answers/warm-up.ts";
import { createBuildMeta } from "./builds/build-meta.ts";
import type { KeptBuilds } from "./builds/kept-builds.ts";
import { frameIdOf } from "./content/frame-id.ts";
import type { Revision } from "./content/revision.ts";
import { discoverableSections } from "./discovery/discoverable-sections.ts";
import { accessLog } from "./http/access-log.ts";
import { type AnswerCounter, createAnswerCounter } from "./http/answer-metrics.ts";
import { serverOptions } from "./http/server-options.ts";
import type { IconLibrary } from "./icons/icon-library.ts";
import type { BotReads } from "./ingest/bot-reads.ts";
import { createSiteMcp } from "./mcp/site-mcp.ts";
import { alternatesOf } from "./pages/edition-notes.ts";
import { createLivePages, type LivePagesOptions } from "./pages/live-pages.ts";
import { answers } from "./plugins/answers.ts";
import { builds } from "./plugins/builds.ts";
import { type ContentEventsOptions, contentEvents } from "./plugins/content-events.ts";
import { discovery } from "./plugins/discovery.ts";
import { documents } from "./plugins/documents.ts";
import { errorPages } from "./plugins/error-pages.ts";
import { type GitWebhookOptions, gitWebhook } from "./plugins/git-webhook.ts";
import { icons } from "./plugins/icons.ts";
import { type IngestOptions, ingest } from "./plugins/ingest.ts";
import { islands } from "./plugins/islands.ts";
import { mcp } from "./plugins/mcp.ts";
import { type MissingSiteOptions, missingSite } from "./plugins/missing-site.ts";
import { payloads } from "./plugins/payloads.ts";
import { type ProblemsOptions, problems } from "./plugins/problems.ts";
import { publicFiles } from "./plugins/public-files.ts";
import { requestTarget } from "./plugins/request-target.ts";
import { routeRules } from "./plugins/route-rules.ts";
import { search } from "./plugins/search.ts";
import { securityHeaders } from "./plugins/security-headers.ts";
import { siteLook } from "./plugins/site-look.ts";
import type { SiteSearch } from "./search/site-search.ts";
import { createSnapshots, perSnapshot } from "./visibility/snapshot.ts";

export interface SiteDependencies extends LivePagesOptions {
	readonly icons: Pick<IconLibrary, "lookUp">;
	/** See {@link ContentEventsOptions}. */
	readonly onRevision: ContentEventsOptions["onRevision"];
	/** Absent: this site has no search. */
	readonly search?: Pick<SiteSearch, "search">;
	readonly builds: Pick<KeptBuilds, "live" | "readAsset" | "metaOf">;
	readonly trustedProxies: readonly string[];
	readonly maxConnectionsPerAddress: number;
	readonly sendTimeoutMs: number;
	/** The analytics service behind this site. */
	readonly analytics: Omit<IngestOptions, "readTrace">;
	/** Absent: nothing is taken from forges. */
	readonly gitWebhook?: GitWebhookOptions | undefined;
	/** For answers that are kept ready to be sent. */
	readonly pageCacheBytes: number;
	readonly log: Logger;
	readonly metrics: Metrics;
	/** For how many milliseconds callbacks have waited lately. */
	readonly loopDelayMs: () => number;
	readonly readiness: () => Readiness;
	/** See {@link MissingSiteOptions}. */
	readonly isMissing?: MissingSiteOptions["isMissing"];
	/** See {@link ProblemsOptions}. */
	readonly problemPages: ProblemsOptions["problemPages"];
	/** Told of every answer; absent: what bots read is not counted. */
	readonly botReads?: Pick<BotReads, "note"> | undefined;
}

declare module "fastify" {
	interface FastifyInstance {
		/** Makes answers ready; to be called at the start, and whenever a revision goes live. */
		warmUp: () => Promise<void>;
	}
}

/**
 * The site as a Fastify service; what answers first stands first.
 *
 * @example
 * const site = createSite({ ...dependencies, now: Date.now });
 * const response = await site.inject("/guide");
 */
export function createSite(dependencies: SiteDependencies): FastifyInstance {
	const { revision, renderer, manifest, metrics, readiness, log } = dependencies;
	const { isMissing = () => false } = dependencies;
	const basePath = (): string => revision().config.public.basePath;
	const canonicalQuery = (): readonly string[] => revision().config.public.canonicalQuery;
	const matcher = (): RouteMatcher => revision().routeRules.matcher;
	const snapshot = createSnapshots(dependencies);
	const cache = new AnswerCache({ maxBytes: dependencies.pageCacheBytes, snapshot });
	const countAnswer = createAnswerCounter(metrics);
	const { botReads } = dependencies;
	const count: AnswerCounter = (answer) => {
		countAnswer(answer);
		botReads?.note(answer);
	};
	const readTrace = createTraceReader(dependencies.trustedProxies);
	const keptSender = createKeptSender({
		cache,
		canonicalQuery,
		// The cached entry under a page's address is the HTML document; it has no language hint.
		isNegotiated: ({ path }, headers) =>
			headers.accept?.includes("text/markdown") === true ||
			(path === "/" && revision().config.editions.locales.length > 1),
		log,
		count,
		readTrace,
	});
	const sendAnswer = createAnswerSender({ cache, canonicalQuery });
	const live = createLivePages(dependencies, snapshot);
	const buildMeta = perSnapshot(snapshot, (current) =>
		createBuildMeta(dependencies.builds.live, current.revision)(live.guards()),
	);
	const sections = perSnapshot(snapshot, (current) =>
		discoverableSections(current.revision, live.guards()),
	);
	const sendError = createErrorSender({
		renderError: (path, error) => live.document(live.refuse(path, error), ""),
		isAbsent: (path) => !revision().files.has(path),
		sendAnswer,
	});

	const site = fastify(
		serverOptions({
			...dependencies,
			maxPerAddress: dependencies.maxConnectionsPerAddress,
			basePath,
			sendCached: keptSender.send,
			readTrace,
		}),
	);
	site.register(answers, { cache, keptSender, metrics });
	site.register(loadShedding, dependencies);
	site.register(accepts);
	site.register(accessLog, { count, ownAddress: WARM_UP_ADDRESS });
	site.register(securityHeaders, {
		connectSources: perSnapshot(snapshot, (current) => connectSources(current.revision)),
	});
	site.register(missingSite, { isMissing, site: () => revision().config.public });
	site.register(routeRules, { matcher, basePath });
	site.register(requestTarget, { basePath, sendError });
	site.register(errorPages, { sendError });
	site.register(health, { readiness });
	site.register(metricsEndpoint, { metrics });
	site.register(problems, dependencies);
	site.register(contentEvents, {
		live: () => ({ revisionId: revision().id, frameId: frameIdOf(revision().config) }),
		onRevision: dependencies.onRevision,
	});
	if (dependencies.gitWebhook !== undefined) site.register(gitWebhook, dependencies.gitWebhook);
	site.register(ingest, { ...dependencies.analytics, readTrace });
	site.register(builds, {
		builds: dependencies.builds,
		meta: buildMeta,
		sendAnswer,
	});
	site.register(icons, { library: dependencies.icons, sendAnswer });
	site.register(islands, {
		renderIsland: renderer.renderIsland,
		sources: live.knownToIslands,
		sendAnswer,
	});
	site.register(async (pages) => {
		pages.register(publicFiles, {
			file: (path) => revision().files.get(path),
			sendFile: createFileSender(cache),
		});
		pages.register(search, {
			buildId: manifest.buildId,
			search: dependencies.search,
			snapshot,
			pages: live,
			sendAnswer,
		});
		pages.register(payloads, {
			buildId: manifest.buildId,
			matcher,
			basePath,
			pages: live,
			sendAnswer,
		});
		pages.register(discovery, {
			site: () => revision().config.public,
			robots: () => revision().config.robots,
			sections,
			editions: () => revision().config.editions,
			alternatesOf: (page) =>
				alternatesOf({ revision: revision(), isListed: live.guards().isListed }, page),
			markdownOf: live.markdownOf,
			sendAnswer,
			sendError,
		});
		pages.register(mcp, {
			server: createSiteMcp({ ...dependencies, snapshot, sections, markdownOf: live.markdownOf }),
		});
		pages.register(siteLook, {
			siteName: () => revision().config.public.name,
			sheet: () => revision().config.look.sheet,
			sendAnswer,
			sendError,
		});
		pages.register(documents, {
			site: () => revision().config.public,
			editions: () => revision().config.editions,
			pages: live,
			sendAnswer,
			sendError,
		});
	});
	site.decorate(
		"warmUp",
		createWarmUp(site, {
			cache,
			basePath,
			buildId: manifest.buildId,
			prerendered: () => buildMeta().prerendered,
			files: () => revision().files,
		}),
	);
	return site;
}

/** Where the app may call besides its own origin. */
function connectSources({ config }: Revision): readonly string[] {
	const { analytics, http } = config.public;
	const origins = analytics.key === "" ? [http.baseUrl] : [analytics.host, http.baseUrl];
	return [
		...(config.icons.publicFallback ? ICON_SERVICE_ORIGINS : []),
		...origins.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin),
	];
}
