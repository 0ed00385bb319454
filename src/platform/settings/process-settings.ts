import { LOG_LEVELS } from "../observability/logger.ts";
import {
	flag,
	gitAddress,
	oneOf,
	proxyList,
	readableFile,
	secret,
	text,
	webUrl,
	wholeNumber,
} from "./schemas.ts";
import type { SettingsTable } from "./setting.ts";
import { SIGN_IN_SETTINGS } from "./sign-in-settings.ts";

export const PORT_RANGE = { min: 0, max: 65_535 } as const;

/** Settings of every process. */
export const SHARED_SETTINGS = {
	dataFolder: {
		variable: "DATA_DIR",
		schema: text.default("data"),
		meaning: "The folder for all data that survives a restart",
	},
	trustedProxies: {
		variable: "TRUSTED_PROXIES",
		schema: proxyList.default([]),
		preset: "none; analytics `loopback`",
		meaning:
			"Comma-separated addresses and networks whose forwarded headers are trusted; `loopback`, `linklocal` and `uniquelocal` are names of networks",
	},
	logLevel: {
		variable: "LOG_LEVEL",
		schema: oneOf(LOG_LEVELS).default("info"),
		meaning:
			"The minimum log level: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`",
	},
} as const satisfies SettingsTable;

export const HOST_MEANING = {
	variable: "HOST",
	preset: "`0.0.0.0`; analytics `127.0.0.1`",
	meaning: "The address to listen on",
} as const;

/** Environment variables of the site's process, beside those of `site.yaml`. */
export const SITE_PROCESS_SETTINGS = {
	...SHARED_SETTINGS,
	host: { ...HOST_MEANING, schema: text.default("0.0.0.0") },
	port: {
		variable: "PORT",
		schema: wholeNumber(PORT_RANGE).default(3000),
		meaning: "The port to listen on; `0` takes a free one",
	},
	metricsPort: {
		variable: "METRICS_PORT",
		schema: wholeNumber(PORT_RANGE).optional(),
		meaning: "The port of `/metrics`; without it, only this machine can read `/metrics`",
	},
	siteFolder: {
		variable: "SITE_DIR",
		schema: text.optional(),
		preset: "the handbook",
		meaning: "The site folder",
	},
	siteGit: {
		variable: "SITE_GIT",
		schema: gitAddress.optional(),
		meaning:
			"A git repository with the site folder, instead of `SITE_DIR`, such as `https://example.org/docs.git#main`",
	},
	siteGitSeconds: {
		variable: "SITE_GIT_SECONDS",
		schema: wholeNumber({ min: 5, max: 86_400 }).default(60),
		meaning: "How often the repository is checked for a new commit, in seconds",
	},
	siteGitTokenFile: {
		variable: "SITE_GIT_TOKEN_FILE",
		schema: readableFile.optional(),
		meaning: "A file with the token for the repository over HTTPS",
	},
	siteGitKeyFile: {
		variable: "SITE_GIT_KEY_FILE",
		schema: readableFile.optional(),
		meaning: "A file with the private key for the repository over SSH",
	},
	siteGitKnownHostsFile: {
		variable: "SITE_GIT_KNOWN_HOSTS_FILE",
		schema: readableFile.optional(),
		meaning:
			"A file with the host keys that SSH trusts; without it, SSH trusts the first key of each host",
	},
	siteGitWebhookSecret: {
		variable: "SITE_GIT_WEBHOOK_SECRET",
		schema: secret(16).optional(),
		meaning:
			"The secret with which a forge signs requests to `/_loggia/git`, at least 16 characters; without it, they are rejected",
		mayBeFile: true,
	},
	readsCommitTimes: {
		variable: "SITE_COMMIT_TIMES",
		schema: flag.default(false),
		meaning:
			"Whether the creation and change dates of pages come from git, for `lastUpdated` and posts",
	},
	runsCode: {
		variable: "SITE_CODE",
		schema: flag.default(false),
		meaning:
			"Whether React pages, components and other modules of the site folder are built and run; only for folders whose authors may run code on this machine",
	},
	isDevelopment: {
		variable: "DEVELOPMENT",
		schema: flag.default(false),
		meaning:
			"Whether the code of the site folder is built for its developer: development React, source maps, replaced modules after a save; set by `npm run dev`, and by `npm start` with `SITE_CODE` on a loopback address if `NODE_ENV` is unset",
	},
	buildsKept: {
		variable: "BUILDS_KEPT",
		schema: wholeNumber({ min: 1, max: 10_000 }).default(10),
		meaning: "Number of builds that are stored for open tabs",
	},
	buildsKeptDays: {
		variable: "BUILDS_KEPT_DAYS",
		schema: wholeNumber({ min: 0, max: 3650 }).default(30),
		meaning: "Number of days for which a build is stored, if that is longer",
	},
	analyticsUpstream: {
		variable: "ANALYTICS_UPSTREAM",
		schema: webUrl.transform((url) => url.replace(/\/+$/, "")).optional(),
		preset: "none; `npm start` names its own",
		meaning: "The URL of the analytics service, to which `/ingest` forwards",
	},
	eventQueueMegabytes: {
		variable: "EVENT_QUEUE_MB",
		schema: wholeNumber({ min: 0, max: 65_536 }).default(64),
		meaning:
			"Maximum size of the encrypted event queue for times when the analytics service is unreachable, in MB; `0` stores nothing",
	},
	previewSecret: {
		variable: "PREVIEW_SECRET",
		schema: text.optional(),
		preset: "generated",
		meaning: "Signs links to drafts; without it, one is generated and stored in the data folder",
		mayBeFile: true,
	},
	...SIGN_IN_SETTINGS,
	pageCacheMegabytes: {
		variable: "PAGE_CACHE_MB",
		schema: wholeNumber({ min: 0, max: 65_536 }).default(32),
		meaning: "Maximum memory of the response cache, in MB",
	},
	imageCacheMegabytes: {
		variable: "IMAGE_CACHE_MB",
		schema: wholeNumber({ min: 0, max: 65_536 }).default(256),
		meaning:
			"Maximum size of resized images in the data folder, in MB; with `0`, pages show the original images",
	},
	sendTimeoutSeconds: {
		variable: "SEND_TIMEOUT_SECONDS",
		schema: wholeNumber({ min: 1, max: 3600 }).default(60),
		meaning: "How long a client may read nothing of its response before the connection is closed",
	},
	maxConnectionsPerAddress: {
		variable: "MAX_CONNECTIONS_PER_ADDRESS",
		schema: wholeNumber({ min: 1, max: 1_000_000 }).default(1000),
		meaning:
			"Maximum connections of an address; behind this machine and trusted proxies, maximum concurrent requests of a forwarded address. A proxy may hold the same number of connections on which it has forwarded nothing",
	},
	shutdownDeadlineSeconds: {
		variable: "SHUTDOWN_DEADLINE_SECONDS",
		schema: wholeNumber({ min: 1, max: 600 }).default(25),
		meaning: "How long running requests may take to finish at shutdown",
	},
} as const satisfies SettingsTable;

/**
 * Environment variables of the proxy. The site's process checks them too, so that an invalid value
 * stops the start with a message.
 */
export const PROXY_SETTINGS = {
	hstsMaxAge: {
		variable: "HSTS_MAX_AGE",
		schema: wholeNumber({ min: 0, max: 3_153_600_000 }).default(31_536_000),
		meaning: "Number of seconds for which browsers require TLS",
	},
	caddyLogLevel: {
		variable: "CADDY_LOG_LEVEL",
		schema: oneOf(["DEBUG", "INFO", "WARN", "ERROR"]).default("INFO"),
		meaning: "The minimum log level of Caddy: `DEBUG`, `INFO`, `WARN` or `ERROR`",
	},
} as const satisfies SettingsTable;
