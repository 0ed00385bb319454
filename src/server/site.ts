import { constants as zlib } from "node:zlib";
import accepts from "@fastify/accepts";
import compress, { type FastifyCompressOptions } from "@fastify/compress";
import fastifyStatic from "@fastify/static";
import { type FastifyInstance, fastify } from "fastify";
import type { Logger } from "pino";
import { health, type Readiness } from "../platform/health.ts";
import { METRICS_MEDIA_TYPE, type Metrics } from "../platform/metrics.ts";
import { ICON_SERVICE_ORIGINS } from "../shared/appearance/icons.ts";
import { createKeptAnswers } from "./answers/kept-answers.ts";
import { PageCache } from "./answers/page-cache.ts";
import { createTextSender } from "./answers/send-text.ts";
import { createWarmUp } from "./answers/warm-up.ts";
import { createBuildMeta } from "./builds/build-meta.ts";
import type { KeptBuilds } from "./builds/kept-builds.ts";
import type { Revision } from "./content/revision.ts";
import { createAnswerLog } from "./http/answer-log.ts";
import { createErrorSender } from "./http/send-error.ts";
import { serverOptions } from "./http/server-options.ts";
import type { IconLibrary } from "./icons/icon-library.ts";
import { createLivePages, type LivePagesOptions } from "./pages/live-pages.ts";
import { perRevision } from "./pages/per-revision.ts";
import { accessLog } from "./plugins/access-log.ts";
import { backPressure } from "./plugins/back-pressure.ts";
import { builds } from "./plugins/builds.ts";
import { type ContentEventsOptions, contentEvents } from "./plugins/content-events.ts";
import { documents } from "./plugins/documents.ts";
import { errorPages } from "./plugins/error-pages.ts";
import { icons } from "./plugins/icons.ts";
import { type IngestOptions, ingest } from "./plugins/ingest.ts";
import { islands } from "./plugins/islands.ts";
import { pageCache } from "./plugins/page-cache.ts";
import { paths } from "./plugins/paths.ts";
import { payloads } from "./plugins/payloads.ts";
import { publicFiles } from "./plugins/public-files.ts";
import { routeRules } from "./plugins/route-rules.ts";
import { securityHeaders } from "./plugins/security-headers.ts";
import { siteIcon } from "./plugins/site-icon.ts";

export interface SiteDependencies extends LivePagesOptions {
	readonly icons: Pick<IconLibrary, "lookUp">;
	/** See {@link ContentEventsOptions}. */
	readonly onRevision: ContentEventsOptions["onRevision"];
	readonly builds: Pick<KeptBuilds, "live" | "folderOfAsset" | "metaOf">;
	/** Absolute folder of the build's client files. */
	readonly assetsFolder: string;
	readonly trustedProxies: readonly string[];
	/** The analytics service behind this site. */
	readonly analytics: IngestOptions;
	/** For answers that are kept ready to be sent. */
	readonly pageCacheBytes: number;
	readonly log: Logger;
	readonly metrics: Metrics;
	/** For how many milliseconds callbacks have waited lately. */
	readonly loopDelayMs: () => number;
	readonly readiness: () => Readiness;
}

declare module "fastify" {
	interface FastifyInstance {
		/** Makes answers ready; to be called at the start, and whenever a revision goes live. */
		warmUp: () => Promise<void>;
	}
}

/** The site as a Fastify service; what answers first stands first. */
export function createSite(dependencies: SiteDependencies): FastifyInstance {
	const { revision, renderer, manifest, metrics, readiness, now } = dependencies;
	const basePath = (): string => revision().config.public.basePath;
	const canonicalQuery = (): readonly string[] => revision().config.public.canonicalQuery;
	const cache = new PageCache({ revision, now, maxBytes: dependencies.pageCacheBytes });
	const sendText = createTextSender({ cache, canonicalQuery });
	const logAnswer = createAnswerLog(dependencies.log);
	const keptAnswers = createKeptAnswers({ cache, canonicalQuery, logAnswer });
	const live = createLivePages(dependencies);
	const buildMeta = perRevision(revision, (current) =>
		createBuildMeta(dependencies.builds.live, current),
	);
	const sendError = createErrorSender({
		renderError: (path, error) => live.document(live.refuse(path, error), "").text(),
	});

	const site = fastify(serverOptions({ ...dependencies, basePath, keptAnswers }));
	site.register(pageCache, { cache, keptAnswers, metrics });
	const countRefused = metrics.counter("requests_refused_total", "Requests turned away under load");
	site.register(backPressure, {
		delayMs: dependencies.loopDelayMs,
		onRefused: () => countRefused(),
	});
	site.register(accepts);
	site.register(compress, COMPRESSION);
	site.register(fastifyStatic, {
		root: dependencies.assetsFolder,
		serve: false,
		preCompressed: true,
	});
	site.register(accessLog, { logAnswer });
	site.register(securityHeaders, { connectSources: perRevision(revision, connectSources) });
	site.register(routeRules, { matcher: () => revision().routeRules.matcher, basePath });
	site.register(errorPages, { sendError });
	site.register(health, { readiness });
	site.get("/metrics", async (_request, reply) =>
		reply.type(METRICS_MEDIA_TYPE).header("cache-control", "no-store").send(metrics.render()),
	);
	site.register(contentEvents, {
		revisionId: () => revision().id,
		onRevision: dependencies.onRevision,
	});
	site.register(ingest, dependencies.analytics);
	site.register(builds, {
		builds: dependencies.builds,
		meta: () => buildMeta()(live.guards()),
	});
	site.register(icons, { library: dependencies.icons });
	site.register(islands, { renderIsland: renderer.renderIsland, sources: live.knownToIslands });
	site.register(async (pages) => {
		pages.register(paths, { basePath, sendError });
		pages.register(publicFiles, { file: (path) => revision().files.get(path) });
		pages.register(payloads, {
			...live,
			sendText,
			buildId: manifest.buildId,
			redirect: (rawPath, query) =>
				revision().routeRules.matcher.redirectFor({ rawPath, query, hash: "" }, basePath()),
		});
		pages.register(siteIcon, { siteName: () => revision().config.public.name });
		pages.register(documents, { ...live, sendText, sendError });
	});
	site.decorate(
		"warmUp",
		createWarmUp(site, {
			cache,
			basePath,
			buildId: manifest.buildId,
			prerendered: () => buildMeta()(live.guards()).prerendered,
		}),
	);
	return site;
}

/** Where the app may call besides its own origin. */
function connectSources({ config }: Revision): readonly string[] {
	const { key, host } = config.public.analytics;
	return [
		...(config.icons.publicFallback ? ICON_SERVICE_ORIGINS : []),
		...(key === "" || host.startsWith("/") ? [] : [new URL(host).origin]),
	];
}

/**
 * What is made for one request is not worth much time: an error page of 6 KB takes 0.05 ms less
 * than with brotli's next quality, and is a twelfth larger.
 */
const COMPRESSION: FastifyCompressOptions = {
	encodings: ["br", "gzip"],
	threshold: 1024,
	brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: 3 } },
};
