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
		meaning: "The folder for everything that outlives the process",
	},
	trustedProxies: {
		variable: "TRUSTED_PROXIES",
		schema: proxyList.default([]),
		preset: "none; analytics `loopback`",
		meaning:
			"Addresses and networks, with commas between, whose forwarded headers are believed; `loopback`, `linklocal` and `uniquelocal` are names for some",
	},
	logLevel: {
		variable: "LOG_LEVEL",
		schema: oneOf(LOG_LEVELS).default("info"),
		meaning:
			"The least that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`",
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
		meaning: "A port of its own for `/metrics`; without one, only this machine gets it",
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
			"A git repository that the site folder comes from, in the place of `SITE_DIR`, such as `https://example.org/docs.git#main`",
	},
	siteGitSeconds: {
		variable: "SITE_GIT_SECONDS",
		schema: wholeNumber({ min: 5, max: 86_400 }).default(60),
		meaning: "How often the repository is asked for a new commit, in seconds",
	},
	siteGitTokenFile: {
		variable: "SITE_GIT_TOKEN_FILE",
		schema: readableFile.optional(),
		meaning: "A file with the token that opens the repository over HTTPS",
	},
	siteGitKeyFile: {
		variable: "SITE_GIT_KEY_FILE",
		schema: readableFile.optional(),
		meaning: "A file with the private key that opens it over SSH",
	},
	siteGitKnownHostsFile: {
		variable: "SITE_GIT_KNOWN_HOSTS_FILE",
		schema: readableFile.optional(),
		meaning:
			"A file with the host keys that SSH believes; without one, the first key that a host shows",
	},
	siteGitWebhookSecret: {
		variable: "SITE_GIT_WEBHOOK_SECRET",
		schema: secret(16).optional(),
		meaning:
			"The secret with which a forge signs what it sends to `/_loggia/git`, at least 16 characters; without one, nothing is taken there",
		mayBeFile: true,
	},
	readsCommitTimes: {
		variable: "SITE_COMMIT_TIMES",
		schema: flag.default(false),
		meaning:
			"Whether git is asked when pages were written and changed last, for `lastUpdated` and the dates of posts",
	},
	runsCode: {
		variable: "SITE_CODE",
		schema: flag.default(false),
		meaning:
			"Whether React pages, components and other modules of the site folder are built and run; only for folders whose authors may run code on this machine",
	},
	buildsKept: {
		variable: "BUILDS_KEPT",
		schema: wholeNumber({ min: 1, max: 10_000 }).default(10),
		meaning: "How many builds are kept for tabs that are still open",
	},
	buildsKeptDays: {
		variable: "BUILDS_KEPT_DAYS",
		schema: wholeNumber({ min: 0, max: 3650 }).default(30),
		meaning: "For how many days a build is kept, if that is longer",
	},
	analyticsUpstream: {
		variable: "ANALYTICS_UPSTREAM",
		schema: webUrl.transform((url) => url.replace(/\/+$/, "")).optional(),
		preset: "none; `npm start` names its own",
		meaning: "Where `/ingest` leads: the URL of the analytics service",
	},
	eventQueueMegabytes: {
		variable: "EVENT_QUEUE_MB",
		schema: wholeNumber({ min: 0, max: 65_536 }).default(64),
		meaning:
			"How much may wait on the disk, encrypted, while the analytics service is away, in MB; `0` keeps nothing",
	},
	previewSecret: {
		variable: "PREVIEW_SECRET",
		schema: text.optional(),
		preset: "made once",
		meaning: "Signs links to drafts; without it, one is made and kept in the data folder",
		mayBeFile: true,
	},
	...SIGN_IN_SETTINGS,
	pageCacheMegabytes: {
		variable: "PAGE_CACHE_MB",
		schema: wholeNumber({ min: 0, max: 65_536 }).default(32),
		meaning: "How much memory the answers may take that are kept ready to be sent, in MB",
	},
	imageCacheMegabytes: {
		variable: "IMAGE_CACHE_MB",
		schema: wholeNumber({ min: 0, max: 65_536 }).default(256),
		meaning:
			"How much of the data folder smaller sizes of images may take, in MB; `0` makes none, and pages show images as they are",
	},
	sendTimeoutSeconds: {
		variable: "SEND_TIMEOUT_SECONDS",
		schema: wholeNumber({ min: 1, max: 3600 }).default(60),
		meaning: "How long a client may take nothing of its answer before it is let go",
	},
	maxConnectionsPerAddress: {
		variable: "MAX_CONNECTIONS_PER_ADDRESS",
		schema: wholeNumber({ min: 1, max: 1_000_000 }).default(1000),
		meaning:
			"How many connections one address may hold; behind this machine and trusted proxies, how many requests under way, by the address that they forward. A proxy may hold as many connections on which it has forwarded nothing",
	},
	shutdownDeadlineSeconds: {
		variable: "SHUTDOWN_DEADLINE_SECONDS",
		schema: wholeNumber({ min: 1, max: 600 }).default(25),
		meaning: "How long requests under way have to finish",
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
		meaning: "For how many seconds browsers insist on TLS",
	},
	caddyLogLevel: {
		variable: "CADDY_LOG_LEVEL",
		schema: oneOf(["DEBUG", "INFO", "WARN", "ERROR"]).default("INFO"),
		meaning: "The least that Caddy logs: `DEBUG`, `INFO`, `WARN` or `ERROR`",
	},
} as const satisfies SettingsTable;
