import { join, resolve } from "node:path";
import { type Environment, problemsOfVariables, readVariables } from "../platform/env.ts";
import { PROXY_SETTINGS, SITE_PROCESS_SETTINGS } from "../platform/settings/process-settings.ts";
import { SITE_FILE_SETTINGS } from "../platform/settings/site-file-settings.ts";
import { problemsOfSignIn, type SignInValues } from "../platform/sign-in/open-sign-in.ts";
import { OperatorError } from "./errors.ts";
import { CURRENT_COMMIT, GIT_FOLDER } from "./git/git-folder.ts";

/** The settings that the process needs before it reads the site folder. */
export type ServerConfig = ReturnType<typeof readServerConfig>;

/**
 * Reads the process's own variables. Also checks the variables that override `site.yaml`, and the
 * proxy's variables.
 *
 * @throws {OperatorError} When a variable breaks its rule; the message names all such variables.
 */
export function readServerConfig(environment: Environment, workingFolder: string) {
	const { values } = readVariables(SITE_PROCESS_SETTINGS, environment);
	// A wrong color is only a problem of the site: the process still starts.
	const { theme: _, ...siteFile } = SITE_FILE_SETTINGS;
	const problems = [
		...problemsOfVariables([SITE_PROCESS_SETTINGS, siteFile, PROXY_SETTINGS], environment),
		...problemsOfSignIn(values),
	];
	if (problems.length > 0) throw new OperatorError("environment-invalid", problems);
	const dataFolder = resolve(workingFolder, values.dataFolder);
	const siteFolder = values.siteGit
		? join(dataFolder, GIT_FOLDER, CURRENT_COMMIT)
		: values.siteFolder && resolve(workingFolder, values.siteFolder);
	return {
		host: values.host,
		port: values.port,
		metricsPort: values.metricsPort,
		/** Absolute; absent: the embedded site is served. */
		siteFolder,
		/** Absolute; contains all data that must outlive the process. */
		dataFolder,
		/** The source of the site folder; absent: the folder is the operator's own. */
		git: values.siteGit && {
			address: values.siteGit,
			everyMs: values.siteGitSeconds * 1000,
			tokenFile: values.siteGitTokenFile,
			keyFile: values.siteGitKeyFile,
			knownHostsFile: values.siteGitKnownHostsFile,
			webhookSecret: values.siteGitWebhookSecret,
		},
		readsCommitTimes: values.readsCommitTimes,
		runsCode: values.runsCode,
		isDevelopment: values.isDevelopment,
		trustedProxies: values.trustedProxies,
		signIn: values satisfies SignInValues,
		analyticsUpstream: values.analyticsUpstream,
		eventQueueBytes: values.eventQueueMegabytes * 1024 * 1024,
		previewSecret: values.previewSecret,
		// A developer's saves are many builds, and only the last ones have open tabs.
		buildRetention: values.isDevelopment
			? { newest: 3, days: 0 }
			: { newest: values.buildsKept, days: values.buildsKeptDays },
		pageCacheBytes: values.pageCacheMegabytes * 1024 * 1024,
		imageCacheBytes: values.imageCacheMegabytes * 1024 * 1024,
		sendTimeoutMs: values.sendTimeoutSeconds * 1000,
		maxConnectionsPerAddress: values.maxConnectionsPerAddress,
		logLevel: values.logLevel,
		shutdownDeadlineMs: values.shutdownDeadlineSeconds * 1000,
	};
}
