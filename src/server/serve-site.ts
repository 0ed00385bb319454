import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createRenderer } from "../app/entry-server.tsx";
import type { Readiness } from "../platform/health.ts";
import { watchLoopDelay } from "../platform/loop-delay.ts";
import { Metrics } from "../platform/metrics.ts";
import { listenForMetrics } from "../platform/metrics-endpoint.ts";
import { shutDownOnSignal } from "../platform/shutdown.ts";
import { VERSION } from "../platform/version.ts";
import type { BuildManifest } from "../shared/builds/build-manifest.ts";
import type { PublicConfig } from "../shared/page/public-config.ts";
import { createBuildMeta } from "./builds/build-meta.ts";
import { KeptBuilds } from "./builds/kept-builds.ts";
import { writeUnavailablePage } from "./builds/unavailable-page.ts";
import type { ServerConfig } from "./config.ts";
import { OperatorError } from "./errors.ts";
import type { GitFollower } from "./git/follow-git.ts";
import { drainConnections } from "./http/drain-connections.ts";
import { openIconLibrary } from "./icons/icon-library.ts";
import { type BotReads, createBotReads } from "./ingest/bot-reads.ts";
import { deliver } from "./ingest/delivery.ts";
import { EventQueue } from "./ingest/event-queue.ts";
import { createMarkSender, type MarkSender } from "./ingest/mark-sender.ts";
import type { LiveContent } from "./live/live-content.ts";
import { readProblemPage } from "./live/problem-pages.ts";
import { createRevisionReport } from "./live/report-revision.ts";
import type { LiveRevision } from "./live/revision-mirror.ts";
import type { GitWebhookOptions } from "./plugins/git-webhook.ts";
import { PROBLEMS_PATH } from "./plugins/problems.ts";
import { SEARCH_INDEX_FILE } from "./search/search-messages.ts";
import { createSiteSearch } from "./search/site-search.ts";
import { createSite } from "./site.ts";
import { createPageGuards } from "./visibility/page-guards.ts";
import { readPreviewSecret } from "./visibility/preview-secret.ts";
import { createPreviewSigner, type PreviewSigner } from "./visibility/preview-signer.ts";

const SEARCH_THREAD = new URL("search/search-thread.js", import.meta.url);

/** Enough to see what is wrong; all of them have an address of their own. */
const PROBLEMS_SHOWN = 100;

/** It answers once events are on its disk, which takes seconds only if something is wrong. */
const ANALYTICS_TIMEOUT_MS = 10_000;

/** A start does not wait longer for pages to be ready; what is left gets ready beside visitors. */
const WARM_UP_DEADLINE_MS = 250;

/** A build is kept within milliseconds; a disk that takes longer must not keep the site from starting. */
const KEEP_DEADLINE_MS = 3_000;

/** Shorter than a proxy waits for a replica: after that, events go to the queue. */
const DELIVERY_TIMEOUT_MS = 3_000;

const DAY_MS = 24 * 60 * 60 * 1000;

export interface SiteSources {
	readonly config: ServerConfig;
	readonly log: Logger;
	readonly manifest: BuildManifest;
	/** The first revision is on its way. */
	readonly opening: Promise<LiveContent>;
	/** Keeps the site folder at the newest commit; absent when it is the operator's own. */
	readonly git: GitFollower | undefined;
	/** The folder that the build lies in. */
	readonly buildFolder: URL;
}

/**
 * Gets ready beside the thread that reads the site folder, waits for the first revision,
 * and serves until a signal says to stop.
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
	const renderer = createRenderer({ manifest, resolveIcon: icons.resolve });

	const assetsFolder = fileURLToPath(new URL("client/_nuxt", buildFolder));
	const builds = await KeptBuilds.open({
		buildId: manifest.buildId,
		assetsFolder,
		buildsFolder: join(config.dataFolder, "builds"),
		retention: config.buildRetention,
		log,
		now: Date.now,
	});
	builds.copyAssets();
	const previews = await openPreviews(config, log);
	const content = await opening;
	const report = createRevisionReport(log, config.siteFolder);
	report(content.revision);
	content.onChange(report);

	const keepBuild = (): Promise<void> => {
		const { middleware } = renderer;
		const guards = createPageGuards({ nowMs: Date.now(), middleware, previews });
		return builds.keep(createBuildMeta(builds.live, content.revision)(guards));
	};
	const kept = keepBuild();
	const writePage = (): void => {
		const folder = join(config.dataFolder, "builds");
		writeUnavailablePage(folder, content.revision.config.public).catch((error: unknown) =>
			log.warn({ err: error }, "The page for times without a server cannot be written"),
		);
	};
	writePage();
	// Again every day, so that the age of this build counts from when it was last live.
	setInterval(() => void keepBuild(), DAY_MS).unref();

	let draining = false;
	const isMissing = (): boolean => content.revision.folder === undefined;
	const metrics = siteMetrics(content, git);
	const loopDelay = watchLoopDelay(metrics);
	const queue = openEventQueue(config, log, metrics);
	queue?.start();
	const marks = openMarkSender(config, log);
	marks?.send({
		kind: "build",
		key: builds.live.id,
		label: `Loggia ${VERSION}, build ${builds.live.id}`,
	});
	const markRevision = ({ id, pages }: LiveRevision): void => {
		const commit = git?.commit();
		const origin = commit === undefined ? "" : `, commit ${commit.slice(0, 10)}`;
		marks?.send({ kind: "revision", key: id, label: `${pages.size} pages${origin}` });
	};
	markRevision(content.revision);
	content.onChange(markRevision);
	const botReads = openBotReads(config, () => content.revision.config.public);
	const search = createSiteSearch({
		entry: SEARCH_THREAD,
		indexFile: join(config.dataFolder, SEARCH_INDEX_FILE),
		log,
		now: Date.now,
	});
	const site = createSite({
		revision: () => content.revision,
		search,
		renderer,
		manifest,
		icons,
		builds,
		previews,
		onRevision: (callback) => content.onChange(callback),
		trustedProxies: config.trustedProxies,
		maxConnectionsPerAddress: config.maxConnectionsPerAddress,
		sendTimeoutMs: config.sendTimeoutMs,
		pageCacheBytes: config.pageCacheBytes,
		analytics: { upstream: config.analyticsUpstream, timeoutMs: ANALYTICS_TIMEOUT_MS, queue },
		gitWebhook: webhookOf(config, git),
		log,
		loopDelayMs: loopDelay.meanMs,
		metrics,
		readiness: () => ({
			...readinessOf(builds, content.revision, git),
			ready: !draining && !isMissing(),
		}),
		isMissing,
		problemPages: () => content.revision.problemPages,
		now: Date.now,
		botReads,
	});
	shutDownOnSignal({
		log,
		deadlineMs: config.shutdownDeadlineMs,
		drain: () => {
			draining = true;
		},
		close: async () => {
			// At once: by the deadline it is known whether its thread can be ended.
			const closing = content.close();
			marks?.close();
			botReads?.close();
			await drainConnections(site);
			await queue?.close();
			await Promise.all([closing, search.close()]);
		},
		isThreadStuck: () => content.isStuck,
		process,
	});
	content.onChange(() => {
		void site.warmUp();
		writePage();
		// Written down for servers that come after: its route rules may be others now. Not in the
		// same turn: both look at every page.
		setImmediate(() => void keepBuild());
	});
	await Promise.all([
		Promise.race([site.warmUp(), setTimeout(WARM_UP_DEADLINE_MS)]),
		// Servers of another build are asked for these files as soon as this one's pages are out.
		Promise.race([kept, setTimeout(KEEP_DEADLINE_MS, undefined, { ref: false })]),
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

function webhookOf(
	{ git }: ServerConfig,
	follower: GitFollower | undefined,
): GitWebhookOptions | undefined {
	const secret = git?.webhookSecret;
	if (secret === undefined || follower === undefined) return undefined;
	return { secret, look: follower.look };
}

/** @returns `undefined` when there is no service to keep events for, or no room is given for them. */
function openEventQueue(
	{ analyticsUpstream: upstream, dataFolder, eventQueueBytes: maxBytes }: ServerConfig,
	log: Logger,
	metrics: Metrics,
): EventQueue | undefined {
	if (upstream === undefined || maxBytes === 0) return undefined;
	return new EventQueue({
		folder: join(dataFolder, "event-queue"),
		maxBytes,
		deliver: (delivery) => deliver(delivery, upstream, DELIVERY_TIMEOUT_MS),
		log,
		metrics,
		now: Date.now,
	});
}

/** @returns `undefined` where the services share no secret. */
function openMarkSender(
	{ analyticsUpstream: upstream, marksSecret: secret }: ServerConfig,
	log: Logger,
): MarkSender | undefined {
	if (upstream === undefined || secret === undefined) return undefined;
	return createMarkSender({ upstream, secret, log, now: Date.now });
}

/** @returns `undefined` where there is no service to tell. */
function openBotReads(
	{ analyticsUpstream: upstream }: ServerConfig,
	site: () => PublicConfig,
): BotReads | undefined {
	if (upstream === undefined) return undefined;
	return createBotReads({ upstream, site, now: Date.now });
}

async function openPreviews(
	{ previewSecret, dataFolder }: ServerConfig,
	log: Logger,
): Promise<PreviewSigner> {
	const { secret, problem } = await readPreviewSecret(previewSecret, dataFolder);
	if (problem !== undefined) log.warn({ problem }, "Preview links will end with this process");
	return createPreviewSigner(secret);
}

function readinessOf(
	builds: KeptBuilds,
	{ id, folder, pages, problems, problemCount, heldId, degraded }: LiveRevision,
	git: GitFollower | undefined,
): Omit<Readiness, "ready"> {
	return {
		details: {
			buildId: builds.live.id,
			keptBuilds: builds.state,
			revisionId: id,
			...(git === undefined ? {} : { commit: git.commit() }),
			...(heldId === undefined ? {} : { heldRevision: heldId }),
			...(degraded === undefined ? {} : { degraded: true }),
			...(folder === undefined ? { siteFolder: "missing or empty" } : {}),
			pages: pages.size,
			problemCount,
		},
		// Problems name pages that are hidden.
		localDetails: {
			...(degraded === undefined ? {} : { degraded }),
			...(git?.problem() === undefined ? {} : { git: git.problem() }),
			problems: problems.slice(0, PROBLEMS_SHOWN),
			allProblems: PROBLEMS_PATH,
		},
	};
}

function siteMetrics(content: LiveContent, git: GitFollower | undefined): Metrics {
	const metrics = new Metrics();
	metrics.processGauges(process);
	metrics.gauge("content_pages", "Pages of the live revision", () => content.revision.pages.size);
	metrics.gauge(
		"content_problems",
		"Problems in the site folder",
		() => content.revision.problemCount,
	);
	metrics.gauge(
		"content_degraded",
		"1 while the last good version of the site stands in for the site folder",
		() => (content.revision.degraded === undefined ? 0 : 1),
	);
	metrics.gauge(
		"content_git_failing",
		"1 while the repository that the site folder comes from cannot be pulled",
		() => (git?.problem() === undefined ? 0 : 1),
	);
	metrics.gauge("content_revisions", "Revisions that have been live", () => content.swaps);
	return metrics;
}
