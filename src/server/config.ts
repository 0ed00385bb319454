import { join, resolve } from "node:path";
import { type Environment, problemsOfVariables, readVariables } from "../platform/env.ts";
import type { LogLevel } from "../platform/logger.ts";
import type { GitAddress } from "../platform/settings/git-address.ts";
import { PROXY_SETTINGS, SITE_PROCESS_SETTINGS } from "../platform/settings/process-settings.ts";
import { SITE_FILE_SETTINGS } from "../platform/settings/site-file-settings.ts";
import type { BuildRetention } from "./builds/kept-builds.ts";
import { OperatorError } from "./errors.ts";
import { CURRENT_COMMIT, GIT_FOLDER } from "./git/git-folder.ts";
import type { GitCredentials } from "./git/run-git.ts";

/** What the process needs to know before it has read the site folder. */
export interface ServerConfig {
	readonly host: string;
	readonly port: number;
	/** Where metrics are served to others than this machine; absent: nowhere. */
	readonly metricsPort: number | undefined;
	/** Absolute; absent when the operator names none, and the embedded site is served. */
	readonly siteFolder: string | undefined;
	/** Absolute; for everything that must outlive the process. */
	readonly dataFolder: string;
	/** Where the site folder comes from; absent: it is the operator's own. */
	readonly git: GitConfig | undefined;
	/** Whether git is asked when files of the site folder have changed. */
	readonly readsCommitTimes: boolean;
	/** Addresses and networks whose forwarded headers are believed. */
	readonly trustedProxies: readonly string[];
	/** URL of the analytics service, to which `/ingest` leads; absent: the site has no analytics service. */
	readonly analyticsUpstream: string | undefined;
	/** How much may wait on the disk for the analytics service; 0: nothing. */
	readonly eventQueueBytes: number;
	/** What signs preview links; absent: one is made and kept in the data folder. */
	readonly previewSecret: string | undefined;
	/** How long the assets of older builds stay, for tabs that stay open. */
	readonly buildRetention: BuildRetention;
	/** How much memory the answers may take that are kept ready to be sent. */
	readonly pageCacheBytes: number;
	/** A client that takes nothing of its answer for so long is let go. */
	readonly sendTimeoutMs: number;
	readonly maxConnectionsPerAddress: number;
	readonly logLevel: LogLevel;
	readonly shutdownDeadlineMs: number;
}

export interface GitConfig extends GitCredentials {
	readonly address: GitAddress;
	readonly everyMs: number;
	/** With which forges sign; absent: nothing that they send is taken. */
	readonly webhookSecret: string | undefined;
}

/**
 * Reads the process's own variables, and judges those as well that stand in place of
 * `site.yaml` or are handed to the proxy.
 *
 * @throws {OperatorError} When a variable breaks its rule; each of them is named.
 */
export function readServerConfig(environment: Environment, workingFolder: string): ServerConfig {
	const { values } = readVariables(SITE_PROCESS_SETTINGS, environment);
	const problems = problemsOfVariables(
		[SITE_PROCESS_SETTINGS, SITE_FILE_SETTINGS, PROXY_SETTINGS],
		environment,
	);
	if (problems.length > 0) throw new OperatorError("environment-invalid", problems);
	const dataFolder = resolve(workingFolder, values.dataFolder);
	return {
		host: values.host,
		port: values.port,
		metricsPort: values.metricsPort,
		siteFolder: siteFolderOf(values, dataFolder, workingFolder),
		dataFolder,
		git: values.siteGit && {
			address: values.siteGit,
			everyMs: values.siteGitSeconds * 1000,
			tokenFile: values.siteGitTokenFile,
			keyFile: values.siteGitKeyFile,
			knownHostsFile: values.siteGitKnownHostsFile,
			webhookSecret: values.siteGitWebhookSecret,
		},
		readsCommitTimes: values.readsCommitTimes,
		trustedProxies: values.trustedProxies,
		analyticsUpstream: values.analyticsUpstream,
		eventQueueBytes: values.eventQueueMegabytes * 1024 * 1024,
		previewSecret: values.previewSecret,
		buildRetention: { newest: values.buildsKept, days: values.buildsKeptDays },
		pageCacheBytes: values.pageCacheMegabytes * 1024 * 1024,
		sendTimeoutMs: values.sendTimeoutSeconds * 1000,
		maxConnectionsPerAddress: values.maxConnectionsPerAddress,
		logLevel: values.logLevel,
		shutdownDeadlineMs: values.shutdownDeadlineSeconds * 1000,
	};
}

function siteFolderOf(
	{ siteGit, siteFolder }: { readonly siteGit?: unknown; readonly siteFolder?: string | undefined },
	dataFolder: string,
	workingFolder: string,
): string | undefined {
	if (siteGit !== undefined) return join(dataFolder, GIT_FOLDER, CURRENT_COMMIT);
	return siteFolder && resolve(workingFolder, siteFolder);
}
