import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { createLogger } from "../platform/observability/logger.ts";
import { readSharedSecret } from "../platform/shared-secret.ts";
import { VERSION } from "../platform/version.ts";
import { type BuildManifest, parseBuildManifest } from "../shared/builds/build-manifest.ts";
import { PREVIEW_SECRET_FILE } from "./authorization/preview-signer.ts";
import { readServerConfig, type ServerConfig } from "./config.ts";
import { SiteConfigError } from "./content/site-config.ts";
import { ContentRefusedError, LiveContent } from "./content-worker/live-content.ts";
import type { CodeSources } from "./content-worker/revision-delta.ts";
import { OperatorError } from "./errors.ts";
import { followGit, GitFolder, type GitFollower } from "./git/git-folder.ts";

/** `dist/`, seen from `dist/server/main.js`. */
const BUILD_FOLDER = new URL("../", import.meta.url);

const CONTENT_THREAD = new URL("content-worker/content-thread.js", import.meta.url);

/** Contains the parts of `src` and `node_modules` that a build of the site's own code reads. */
const KIT = fileURLToPath(new URL("kit", BUILD_FOLDER));

const BUILD_THREAD = new URL("site-code/build-thread.js", import.meta.url);

/** The handbook, which is served when the operator sets neither `SITE_DIR` nor `SITE_GIT`. */
const EMBEDDED_SITE = fileURLToPath(new URL("../site", BUILD_FOLDER));

/** Compiles modules for React Fast Refresh. */
const DEVELOPMENT_PACKAGE = "oxc-transform";

/** Exit codes of the check: for a folder with problems, and for an unreadable folder. */
const PROBLEMS_FOUND = 1;
const NOT_CHECKED = 2;

// Constants must be above this line: `run()` would read them before their initialization.
try {
	await run(process.argv.slice(2), readServerConfig(process.env, process.cwd()));
} catch (error) {
	if (!isForOperator(error)) throw error;
	console.error(error.message);
	// The content thread would keep the process alive.
	process.exit(1);
}

/** Whether the error is printed as a sentence, without a stack. */
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
	if (task === "retry-events") return retryEvents(config);
	if (task === "check-site") return printProblems(words, config);
	if (task === "export") return start(withoutServices(config), folderIn(words));
	throw new OperatorError("command-invalid", [
		`The task must be preview-link, retry-events, check-site, export, or none for serving: got "${task}"`,
	]);
}

async function printPreviewLink(words: readonly string[], config: ServerConfig): Promise<void> {
	const { secret, problem } = await readSharedSecret(config.previewSecret, {
		folder: config.dataFolder,
		name: PREVIEW_SECRET_FILE,
	});
	if (problem !== undefined) {
		throw new OperatorError("command-invalid", [
			`The secret for preview links must be readable in the data folder (${problem})`,
		]);
	}
	const siteFolder = config.siteFolder ?? EMBEDDED_SITE;
	const { makePreviewLink } = await import("./authorization/preview-link.ts");
	const sources = { siteFolder, environment: process.env, secret, nowMs: Date.now() };
	process.stdout.write(`${await makePreviewLink(words, sources)}\n`);
}

/** Queues the requests again that no version could read so far. A running site sends them. */
async function retryEvents({ dataFolder }: ServerConfig): Promise<void> {
	const { QUEUE_FOLDER, QueueFiles } = await import("./event-queue/queue-files.ts");
	const count = await new QueueFiles(join(dataFolder, QUEUE_FOLDER)).returnDamaged();
	process.stdout.write(`Requests with events that are in the queue again: ${count}\n`);
}

async function printProblems(words: readonly string[], config: ServerConfig): Promise<void> {
	const { checkSite } = await import("./commands/check-site.ts");
	try {
		const { report, problemCount } = await checkSite(words, {
			entry: CONTENT_THREAD,
			code: codeSources(config),
			environment: { ...process.env },
		});
		process.stdout.write(report === "" ? "" : `${report}\n`);
		process.exitCode = problemCount === 0 ? 0 : PROBLEMS_FOUND;
	} catch (error) {
		if (!isForOperator(error)) throw error;
		console.error(error.message);
		process.exitCode = NOT_CHECKED;
	}
}

/** @throws {OperatorError} When the words are not one folder. */
function folderIn([folder, ...rest]: readonly string[]): string {
	if (folder !== undefined && rest.length === 0) return resolve(folder);
	throw new OperatorError("command-invalid", ["The argument must be one folder to write into"]);
}

/** An exported site has no server that receives events or signs visitors in. */
function withoutServices(config: ServerConfig): ServerConfig {
	const signIn = { ...config.signIn, signInHeaders: undefined, oidcIssuer: undefined };
	return { ...config, signIn, analyticsUpstream: undefined };
}

/** Serves the site. The content thread starts while this thread loads most modules, which takes as long. */
async function start(config: ServerConfig, exportFolder?: string): Promise<void> {
	const log = createLogger({ service: "site", level: config.logLevel });
	log.info({ version: VERSION }, "Starting");
	const manifest = await readBuildManifest();
	const git = await openGit(config, log);
	const opening = openContent(config, manifest.buildId, log);
	// `serveSite()` awaits it, and reports the failure.
	opening.catch(() => undefined);
	const { serveSite } = await import("./serve-site.ts");
	const buildFolder = BUILD_FOLDER;
	await serveSite({ config, log, manifest, opening, git, buildFolder, exportFolder });
	if (exportFolder !== undefined || config.siteFolder === undefined) return;
	suggestMigration(config.siteFolder, log);
}

/** @returns `undefined` when the site folder is the operator's own. */
async function openGit(
	{ git, dataFolder, readsCommitTimes }: ServerConfig,
	log: Logger,
): Promise<GitFollower | undefined> {
	if (git === undefined) return undefined;
	const { judgeCommit, placeVersions } = await import("./git/place-versions.ts");
	const folder = new GitFolder({
		dataFolder,
		address: git.address,
		credentials: git,
		readsCommitTimes,
		warn: (message) => log.warn(message),
		judge: async (commit) => judgeCommit(commit, process.env),
		placeVersions: (commit, checkOut) => placeVersions(commit, process.env, checkOut),
	});
	return followGit(folder, git.everyMs, log);
}

function openContent(config: ServerConfig, buildId: string, log: Logger): Promise<LiveContent> {
	const { siteFolder, dataFolder, readsCommitTimes } = config;
	return LiveContent.open({
		entry: CONTENT_THREAD,
		threadData: {
			siteFolder: siteFolder ?? EMBEDDED_SITE,
			isEmbedded: siteFolder === undefined,
			dataFolder,
			buildId,
			readsCommitTimes,
			resizesImages: config.imageCacheBytes > 0 && canMakeImages(log),
			code: codeSources(config),
			environment: { ...process.env },
		},
		log,
	});
}

/** Whether `sharp` has a build for this platform. It is loaded when the first image is made. */
function canMakeImages(log: Logger): boolean {
	const builds = ["", "musl"].map((library) => {
		return `@img/sharp-${process.platform}${library}-${process.arch}/sharp.node`;
	});
	const isBuilt = builds.some(isInstalled);
	if (!isBuilt)
		log.warn({ builds }, "sharp has no build for this platform: images stay as they are");
	return isBuilt;
}

/**
 * Paths for building the code of the site folder; `undefined` if the folder may not run code.
 *
 * @throws {OperatorError} When this installation cannot build for a developer, such as that of an image.
 */
function codeSources({ runsCode, isDevelopment }: ServerConfig): CodeSources | undefined {
	if (!runsCode) return undefined;
	if (isDevelopment && !isInstalled(DEVELOPMENT_PACKAGE)) {
		throw new OperatorError("environment-invalid", [
			`DEVELOPMENT needs the package "${DEVELOPMENT_PACKAGE}", which images and installations without development packages lack: remove the variable, or run "npm run dev" in a clone of Loggia`,
		]);
	}
	return { root: KIT, buildThread: BUILD_THREAD.href, isDevelopment };
}

function isInstalled(name: string): boolean {
	try {
		return createRequire(import.meta.url).resolve(name) !== "";
	} catch {
		return false;
	}
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

/** Names the command that reads the configuration of another generator. */
function suggestMigration(siteFolder: string, log: Logger): void {
	if (existsSync(join(siteFolder, "site.yaml")) || !existsSync(siteFolder)) return;
	log.info(
		'The folder has no site.yaml: if another generator uses it, "npm run adopt -- FOLDER" writes one',
	);
}
