import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createRenderer } from "../app/entry-server.tsx";
import { createLogger } from "../platform/logger.ts";
import { Metrics } from "../platform/metrics.ts";
import { shutDownOnSignal } from "../platform/shutdown.ts";
import { type BuildManifest, parseBuildManifest } from "../shared/build-manifest.ts";
import { createBuildMeta } from "./build-meta.ts";
import { readServerConfig, type ServerConfig } from "./config.ts";
import { SiteConfigError } from "./content/site-config.ts";
import { drainConnections } from "./drain-connections.ts";
import { OperatorError } from "./errors.ts";
import { openIconLibrary } from "./icons/open-icon-library.ts";
import { KeptBuilds } from "./kept-builds.ts";
import { giveMemoryBack } from "./live/give-memory-back.ts";
import { ContentRefusedError, LiveContent } from "./live/live-content.ts";
import type { LiveRevision } from "./live/revision-mirror.ts";
import { createPageGuards } from "./page-guards.ts";
import { type LoopDelay, watchLoopDelay } from "./plugins/back-pressure.ts";
import { makePreviewLink } from "./preview-link.ts";
import { readPreviewSecret } from "./preview-secret.ts";
import { createPreviewSigner, type PreviewSigner } from "./preview-signer.ts";
import { createRevisionReport } from "./report-revision.ts";
import { runRevisionCommand } from "./revision-commands.ts";
import { createSite } from "./site.ts";
import { chooseSiteFolder } from "./site-folder-choice.ts";

/** `dist/`, seen from `dist/server/main.js`. */
const BUILD_FOLDER = new URL("../", import.meta.url);

/** What is served while the operator has no site: this product's own handbook. */
const EMBEDDED_SITE = fileURLToPath(new URL("../site", BUILD_FOLDER));

/** Enough problems to act on; the rest shows once these are mended. */
const PROBLEMS_SHOWN = 100;

/** It answers once events are on its disk, which takes seconds only if something is wrong. */
const ANALYTICS_TIMEOUT_MS = 10_000;

/** A start does not wait longer for pages to be ready; what is left gets ready beside visitors. */
const WARM_UP_DEADLINE_MS = 250;

/** A build is kept within milliseconds; a disk that takes longer must not keep the site from starting. */
const KEEP_DEADLINE_MS = 3_000;

const DAY_MS = 24 * 60 * 60 * 1000;

// Constants stand above this line: below it they would not be set yet while it runs.
try {
	await run(process.argv.slice(2), readServerConfig(process.env, process.cwd()));
} catch (error) {
	if (!isForOperator(error)) throw error;
	console.error(error.message);
	// What follows the folder is a thread of its own, and would keep a process alive that serves nothing.
	process.exit(1);
}

/** What only an operator can mend is a sentence, and not a stack. */
function isForOperator(error: unknown): error is Error {
	return (
		error instanceof OperatorError ||
		error instanceof SiteConfigError ||
		error instanceof ContentRefusedError
	);
}

/** Serves, unless the first word names another task. */
async function run([task, ...words]: readonly string[], config: ServerConfig): Promise<void> {
	if (task === undefined) return start(config);
	if (task === "preview-link") return printPreviewLink(words, config);
	if (task === "revisions") return printRevisions(words, config);
	throw new OperatorError("command-invalid", [
		`The task must be preview-link, revisions, or none for serving: got "${task}"`,
	]);
}

async function printPreviewLink(words: readonly string[], config: ServerConfig): Promise<void> {
	const { secret, problem } = await readPreviewSecret(config.previewSecret, config.dataFolder);
	if (problem !== undefined) {
		throw new OperatorError("command-invalid", [
			`The secret for preview links must be readable in the data folder (${problem})`,
		]);
	}
	const siteFolder = await chooseSiteFolder(config.siteFolder, EMBEDDED_SITE);
	const sources = { siteFolder, environment: process.env, secret, nowMs: Date.now() };
	process.stdout.write(`${await makePreviewLink(words, sources)}\n`);
}

async function printRevisions(
	words: readonly string[],
	{ siteFolder: named, dataFolder }: ServerConfig,
): Promise<void> {
	const siteFolder = await chooseSiteFolder(named, EMBEDDED_SITE);
	process.stdout.write(`${await runRevisionCommand(words, { siteFolder, dataFolder })}\n`);
}

async function start(config: ServerConfig): Promise<void> {
	const log = createLogger({ service: "site", level: config.logLevel });
	const manifest = await readBuildManifest();
	const opening = openContent(config, manifest.buildId, log);
	const icons = openIconLibrary({ siteFolder: () => content.revision.folder, log });
	const renderer = createRenderer({ manifest, resolveIcon: icons.resolve });
	const content = await opening;
	const report = createRevisionReport(log, config.siteFolder);
	report(content.revision);
	content.onChange(report);

	const assetsFolder = fileURLToPath(new URL("client/_nuxt", BUILD_FOLDER));
	const builds = await KeptBuilds.open({
		buildId: manifest.buildId,
		assetsFolder,
		buildsFolder: join(config.dataFolder, "builds"),
		retention: config.buildRetention,
		log,
		now: Date.now,
	});
	const previews = await openPreviews(config, log);
	const keepBuild = (): Promise<void> => {
		const { middleware } = renderer;
		const guards = createPageGuards({ nowMs: Date.now(), middleware, previews });
		return builds.keep(createBuildMeta(builds.live, content.revision)(guards));
	};
	const kept = keepBuild();
	// Again every day, so that the age of this build counts from when it was last live.
	setInterval(() => void keepBuild(), DAY_MS).unref();

	let draining = false;
	const loopDelay = watchLoopDelay();
	const site = createSite({
		revision: () => content.revision,
		renderer,
		manifest,
		icons,
		builds,
		previews,
		onRevision: (callback) => content.onChange(callback),
		highlight: (path) => content.highlight(path),
		revisions: {
			list: () => content.kept(),
			restore: (id) => content.restore(id),
			shown: () => content.revision,
		},
		assetsFolder,
		trustedProxies: config.trustedProxies,
		pageCacheBytes: config.pageCacheBytes,
		analytics: { upstream: config.analyticsUpstream, timeoutMs: ANALYTICS_TIMEOUT_MS },
		log,
		loopDelayMs: loopDelay.delayMs,
		metrics: siteMetrics(content, loopDelay),
		readiness: () => ({ ready: !draining, details: readinessDetails(builds, content.revision) }),
		now: Date.now,
	});
	shutDownOnSignal({
		log,
		deadlineMs: config.shutdownDeadlineMs,
		drain: () => {
			draining = true;
		},
		close: async () => {
			await drainConnections(site);
			await content.close();
		},
		process,
	});
	content.onChange(() => {
		void site.warmUp();
		// Written down for servers that come after: its route rules may be others now. Not in the
		// same turn: both look at every page.
		setImmediate(() => void keepBuild());
	});
	await Promise.all([
		Promise.race([site.warmUp(), setTimeout(WARM_UP_DEADLINE_MS)]),
		// Servers of another build are asked for these files as soon as this one's pages are out.
		Promise.race([kept, setTimeout(KEEP_DEADLINE_MS, undefined, { ref: false })]),
	]);
	// What starting has left behind is much, and nobody waits for an answer yet.
	giveMemoryBack();
	await listen(site, config);
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

function openContent(
	{ siteFolder, dataFolder }: ServerConfig,
	buildId: string,
	log: Logger,
): Promise<LiveContent> {
	return LiveContent.open({
		entry: new URL("content-thread.js", import.meta.url),
		threadData: {
			siteFolder,
			embeddedFolder: EMBEDDED_SITE,
			dataFolder,
			buildId,
			environment: { ...process.env },
		},
		log,
	});
}

async function openPreviews(
	{ previewSecret, dataFolder }: ServerConfig,
	log: Logger,
): Promise<PreviewSigner> {
	const { secret, problem } = await readPreviewSecret(previewSecret, dataFolder);
	if (problem !== undefined) log.warn({ problem }, "Preview links will end with this process");
	return createPreviewSigner(secret);
}

async function readBuildManifest(): Promise<BuildManifest> {
	const file = new URL("manifest.json", BUILD_FOLDER);
	try {
		return parseBuildManifest(JSON.parse(await readFile(file, "utf8")));
	} catch (cause) {
		throw new OperatorError("build-missing", [
			`The build manifest "${fileURLToPath(file)}" must exist: run "npm run build" (${cause})`,
		]);
	}
}

function readinessDetails(
	builds: KeptBuilds,
	{ id, pages, problems, problemCount, heldId }: LiveRevision,
): Record<string, unknown> {
	return {
		buildId: builds.live.id,
		keptBuilds: builds.state,
		revisionId: id,
		...(heldId === undefined ? {} : { heldRevision: heldId }),
		pages: pages.size,
		problemCount,
		problems: problems.slice(0, PROBLEMS_SHOWN),
	};
}

function siteMetrics(content: LiveContent, loopDelay: LoopDelay): Metrics {
	const metrics = new Metrics();
	metrics.processGauges(process);
	metrics.gauge(
		"event_loop_delay_seconds",
		"For how long callbacks wait, the mean of the last second",
		() => loopDelay.delayMs() / 1000,
	);
	metrics.gauge(
		"event_loop_delay_p99_seconds",
		"For how long callbacks wait, the 99th percentile of the last second",
		() => loopDelay.p99Ms() / 1000,
	);
	metrics.gauge("content_pages", "Pages of the live revision", () => content.revision.pages.size);
	metrics.gauge(
		"content_problems",
		"Problems in the site folder",
		() => content.revision.problemCount,
	);
	metrics.gauge("content_revisions", "Revisions that have been live", () => content.swaps);
	return metrics;
}
