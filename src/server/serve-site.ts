import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createRenderer } from "../app/entry-server.tsx";
import { watchLoopDelay } from "../platform/load-shedding.ts";
import { logFailure } from "../platform/observability/log-failure.ts";
import { listenForMetrics, type Metrics } from "../platform/observability/metrics.ts";
import { logUnhandledRejections } from "../platform/observability/unhandled-rejections.ts";
import { readSharedSecret } from "../platform/shared-secret.ts";
import { shutDownOnSignal } from "../platform/shutdown.ts";
import { openSignIn } from "../platform/sign-in/open-sign-in.ts";
import { VERSION } from "../platform/version.ts";
import type { BuildManifest } from "../shared/builds/build-manifest.ts";
import { PROBLEMS_PATH } from "../shared/page/shown-problems.ts";
import { createBuildPublisher } from "./assets/build-meta.ts";
import { CODE_FILES } from "./assets/code-files.ts";
import { KeptBuilds } from "./assets/kept-builds.ts";
import { ANONYMOUS, readableRevision } from "./authorization/access-rules.ts";
import { mayLoadModules } from "./authorization/code-access.ts";
import { createPageGuards } from "./authorization/page-guards.ts";
import {
	createPreviewSigner,
	PREVIEW_SECRET_FILE,
	type PreviewSigner,
} from "./authorization/preview-signer.ts";
import type { ServerConfig } from "./config.ts";
import { readProblemPage } from "./content/problem.ts";
import type { LiveContent } from "./content-worker/live-content.ts";
import type { LiveRevision } from "./content-worker/revision-delta.ts";
import { OperatorError } from "./errors.ts";
import { deliver } from "./event-queue/delivery.ts";
import { EventQueue } from "./event-queue/event-queue.ts";
import { QUEUE_FOLDER } from "./event-queue/queue-files.ts";
import { captureDeploy, createBotReads, type Deploy } from "./event-queue/site-events.ts";
import type { GitFollower } from "./git/git-folder.ts";
import { drainConnections } from "./http/server-options.ts";
import { openIconLibrary } from "./icons/icon-library.ts";
import { ImageStore } from "./images/image-store.ts";
import { SEARCH_INDEX_FILE } from "./search/search-messages.ts";
import { createSiteSearch } from "./search/site-search.ts";
import { createSite } from "./site.ts";
import { LiveCode } from "./site-code/live-code.ts";
import { createRevisionReport, createSiteMetrics, siteReadiness } from "./site-health.ts";

const IMAGE_PROCESS = new URL("images/image-process.js", import.meta.url);

const SEARCH_THREAD = new URL("search/search-thread.js", import.meta.url);

/** The service answers after it wrote events to its disk. This takes seconds only if something fails. */
const ANALYTICS_TIMEOUT_MS = 10_000;

/** The start waits at most this long; the rest of the cache fills while visitors are served. */
const WARM_UP_DEADLINE_MS = 250;

/** Copying a build takes milliseconds; a slow disk must not stop the start. */
const KEEP_DEADLINE_MS = 3_000;

/** Shorter than the time-out of a proxy; later, events go to the queue. */
const DELIVERY_TIMEOUT_MS = 3_000;

export interface SiteSources {
	readonly config: ServerConfig;
	readonly log: Logger;
	readonly manifest: BuildManifest;
	readonly opening: Promise<LiveContent>;
	/** Absent: the site folder is the operator's own. */
	readonly git: GitFollower | undefined;
	readonly buildFolder: URL;
	/** Absolute: the site is written there as static files, and not served. */
	readonly exportFolder: string | undefined;
}

/**
 * Prepares while a thread reads the site folder, waits for the first revision, and serves until a
 * signal.
 *
 * @throws {ContentRefusedError} When the folder or its configuration cannot be used.
 * @throws {OperatorError} When the address is taken.
 */
export async function serveSite(sources: SiteSources): Promise<void> {
	const { config, log, manifest, opening, git, buildFolder } = sources;
	const icons = openIconLibrary({
		siteIcons: { icon: (name) => content.revision.drawings.get(name) },
		log,
	});
	const renderer = createRenderer({ resolveIcon: icons.resolve });

	const assetsFolder = fileURLToPath(new URL("client/_nuxt", buildFolder));
	const buildsFolder = join(config.dataFolder, "builds");
	const builds = await KeptBuilds.open({
		buildId: manifest.buildId,
		assetsFolder,
		buildsFolder,
		codeFilesFolder: join(config.dataFolder, CODE_FILES),
		retention: config.buildRetention,
		log,
		now: Date.now,
	});
	builds.copyAssets();
	const previews = await openPreviews(config, log);
	const content = await opening;
	const makeLive = ({ code }: LiveRevision): void =>
		builds.makeLive((code?.manifest ?? manifest).buildId);
	makeLive(content.revision);
	content.onChange(makeLive);
	const { signIn: values, dataFolder, analyticsUpstream: upstream } = config;
	const { trustedProxies, maxConnectionsPerAddress, sendTimeoutMs, pageCacheBytes } = config;
	const signIn = await openSignIn({ values, dataFolder, cookies: "loggia", log });
	const report = createRevisionReport(log, config.siteFolder, signIn !== undefined);
	report(content.revision);
	content.onChange(report);

	const { middleware } = renderer;
	const publishBuild = createBuildPublisher({
		builds,
		buildsFolder,
		revision: () => readableRevision(content.revision, ANONYMOUS),
		guards: () => createPageGuards({ nowMs: Date.now(), middleware, previews }),
		isPublicAsset: (name) => mayLoadModules(builds.modulesOf(name), content.revision, ANONYMOUS),
		log,
	});
	const published = publishBuild();

	let isDraining = false;
	const metrics = createSiteMetrics(content, git, dataFolder);
	const loopDelay = watchLoopDelay(metrics);
	const queue = openEventQueue(config, log, metrics);
	queue?.start();
	const reportDeploy = (deploy: Deploy): void => {
		if (queue !== undefined) {
			captureDeploy(deploy, queue, content.revision.config.public.analytics).catch(
				logFailure(log, "A deploy cannot be counted"),
			);
		}
	};
	const reportRevision = ({ id, pages }: LiveRevision): void => {
		const commit = git?.commit();
		const origin = commit === undefined ? "" : `, commit ${commit.slice(0, 10)}`;
		reportDeploy({ kind: "revision", version: id, description: `${pages.size} pages${origin}` });
	};
	const { id: version } = builds.live;
	reportDeploy({ kind: "build", version, description: `Loggia ${VERSION}, build ${version}` });
	reportRevision(content.revision);
	content.onChange(reportRevision);
	const botReads =
		upstream === undefined
			? undefined
			: createBotReads({ upstream, site: () => content.revision.config.public, now: Date.now });
	const search = createSiteSearch({
		entry: SEARCH_THREAD,
		indexFile: join(config.dataFolder, SEARCH_INDEX_FILE),
		log,
		now: Date.now,
	});
	const images = new ImageStore({
		entry: IMAGE_PROCESS,
		folder: join(config.dataFolder, "images"),
		maxBytes: config.imageCacheBytes,
		log,
	});
	const secret = config.git?.webhookSecret;
	const code = new LiveCode({
		resolveIcon: icons.resolve,
		log,
		permitsStyles: config.isDevelopment,
	});
	const site = createSite({
		...{ code, search, renderer, manifest, icons, builds, previews, botReads, log, metrics },
		revision: () => content.revision,
		authoring: {
			codeErrors: code.errors,
			siteFolder: () => content.revision.folder,
			isDevelopment: config.isDevelopment,
		},
		images: config.imageCacheBytes === 0 ? undefined : images,
		onRevision: (callback) => content.onChange(callback),
		...{ trustedProxies, maxConnectionsPerAddress, sendTimeoutMs, pageCacheBytes, signIn },
		analytics: { upstream, timeoutMs: ANALYTICS_TIMEOUT_MS, queue },
		gitWebhook: git && secret ? { secret, look: git.look } : undefined,
		loopDelayMs: loopDelay.meanMs,
		readiness: () => {
			const readiness = siteReadiness(builds, content.revision, { git, queue, code });
			return { ...readiness, ready: readiness.ready && !isDraining };
		},
		isMissing: () => content.revision.folder === undefined,
		problemPages: () => content.revision.problemPages,
		now: Date.now,
	});
	const close = async (): Promise<void> => {
		// First, since ending its thread takes the longest.
		const closing = content.close();
		botReads?.close();
		await drainConnections(site);
		await queue?.close();
		await Promise.all([closing, search.close(), code.close()]);
	};
	if (sources.exportFolder !== undefined) {
		await published;
		const revision = readableRevision(content.revision, ANONYMOUS);
		const { live, assets } = builds;
		// Loaded here because a serving process does not need it.
		const { exportSite } = await import("./commands/export-site.ts");
		const exported = { site, revision, buildId: live.id, assets };
		const counts = await exportSite(sources.exportFolder, exported);
		log.info(counts, `Exported the site to ${sources.exportFolder}`);
		return close();
	}
	logUnhandledRejections(log, process);
	shutDownOnSignal({
		log,
		deadlineMs: config.shutdownDeadlineMs,
		drain: () => {
			isDraining = true;
		},
		close,
		isThreadStuck: () => content.isStuck,
		process,
	});
	content.onChange(() => {
		site.warmUp().catch(logFailure(log, "Filling the cache failed"));
		// Not in the same turn of the event loop: both iterate over all pages.
		setImmediate(() => {
			publishBuild().catch(logFailure(log, "The build cannot be published"));
		});
	});
	await Promise.all([
		Promise.race([site.warmUp(), setTimeout(WARM_UP_DEADLINE_MS)]),
		// Visitors may request this build's files from servers of other builds immediately.
		Promise.race([published, setTimeout(KEEP_DEADLINE_MS, undefined, { ref: false })]),
	]);
	await listen(site, config);
	if (config.metricsPort !== undefined) {
		await listenForMetrics(
			metrics,
			{ host: config.host, port: config.metricsPort },
			{ [PROBLEMS_PATH]: (query) => readProblemPage(content.revision.problemPages, query) },
		);
	}
}

async function listen(site: FastifyInstance, { host, port }: ServerConfig): Promise<void> {
	try {
		await site.listen({ host, port });
	} catch (cause) {
		await site.close();
		throw new OperatorError("address-unavailable", [
			`HOST and PORT must name an address that is free: "${host}:${port}" is not (${cause})`,
		]);
	}
}

/** @returns `undefined` without an analytics service, or without room for events. */
function openEventQueue(
	{ analyticsUpstream: upstream, dataFolder, eventQueueBytes: maxBytes }: ServerConfig,
	log: Logger,
	metrics: Metrics,
): EventQueue | undefined {
	if (upstream === undefined || maxBytes === 0) return undefined;
	metrics.gauge("ingest_queue_limit_bytes", "Maximum bytes of the queue", () => maxBytes);
	return new EventQueue({
		folder: join(dataFolder, QUEUE_FOLDER),
		maxBytes,
		deliver: (delivery) => deliver(delivery, upstream, DELIVERY_TIMEOUT_MS),
		log,
		metrics,
		now: Date.now,
	});
}

async function openPreviews(
	{ previewSecret, dataFolder }: ServerConfig,
	log: Logger,
): Promise<PreviewSigner> {
	const { secret, problem } = await readSharedSecret(previewSecret, {
		folder: dataFolder,
		name: PREVIEW_SECRET_FILE,
	});
	if (problem !== undefined) log.warn({ problem }, "Preview links expire with this process");
	return createPreviewSigner(secret);
}
