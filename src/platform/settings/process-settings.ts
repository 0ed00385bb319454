import { DEFAULT_PROJECT_KEY } from "../../shared/analytics.ts";
import { DEFAULT_CANONICAL_QUERY } from "../../shared/page/head.ts";
import { LOG_LEVELS } from "../logger.ts";
import {
	clickHouseUrl,
	commaList,
	flag,
	gitAddress,
	mailAddress,
	oneOf,
	projectKey,
	proxyList,
	readableFile,
	secret,
	smtpUrl,
	text,
	webUrl,
	wholeNumber,
} from "./schemas.ts";
import type { SettingsTable } from "./setting.ts";

const PORT_RANGE = { min: 0, max: 65_535 } as const;

const SHARED_SETTINGS = {
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

const HOST_MEANING = {
	variable: "HOST",
	preset: "`0.0.0.0`; analytics `127.0.0.1`",
	meaning: "The address to listen on",
} as const;

/** What the site's process reads from its environment, beside what stands in `site.yaml`. */
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
	pageCacheMegabytes: {
		variable: "PAGE_CACHE_MB",
		schema: wholeNumber({ min: 0, max: 65_536 }).default(32),
		meaning: "How much memory the answers may take that are kept ready to be sent, in MB",
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

/** Ranges of what the dashboard can change as well, where the environment says nothing. */
export const ANALYTICS_LIMITS = {
	retentionDays: { min: 1, max: 36_500, preset: 400, variable: "ANALYTICS_RETENTION_DAYS" },
	maxFileMegabytes: { min: 16, max: 1_048_576, preset: 10_240, variable: "ANALYTICS_MAX_FILE_MB" },
} as const;

/** What the analytics service reads from its environment. */
export const ANALYTICS_PROCESS_SETTINGS = {
	...SHARED_SETTINGS,
	host: { ...HOST_MEANING, schema: text.default("127.0.0.1") },
	port: {
		variable: "ANALYTICS_PORT",
		schema: wholeNumber(PORT_RANGE).default(8000),
		meaning: "The port to listen on; `0` takes a free one",
	},
	metricsPort: {
		variable: "ANALYTICS_METRICS_PORT",
		schema: wholeNumber(PORT_RANGE).optional(),
		meaning: "A port of its own for `/metrics`; without one, only this machine gets it",
	},
	projectKey: {
		variable: "POSTHOG_KEY",
		schema: projectKey.default(DEFAULT_PROJECT_KEY),
		meaning: "The project API key that events must carry",
		mayBeFile: true,
	},
	password: {
		variable: "ANALYTICS_PASSWORD",
		schema: secret(8).optional(),
		preset: "made once",
		meaning:
			"The password of the dashboard, at least 8 characters; without it one is made at the first start and shown in the log",
		mayBeFile: true,
	},
	personalApiKey: {
		variable: "ANALYTICS_API_KEY",
		schema: secret(16).optional(),
		meaning: "A personal API key that exists from the start, at least 16 characters",
		mayBeFile: true,
	},
	flagsFile: {
		variable: "ANALYTICS_FLAGS_FILE",
		schema: text.optional(),
		preset: "`flags.yaml` or `flags.json` in `DATA_DIR`",
		meaning: "Flag definitions that are read at each start",
	},
	retentionDays: {
		variable: ANALYTICS_LIMITS.retentionDays.variable,
		schema: wholeNumber(ANALYTICS_LIMITS.retentionDays).optional(),
		preset: `\`${ANALYTICS_LIMITS.retentionDays.preset}\``,
		meaning: "For how many days single events are kept; totals stay",
	},
	maxFileMegabytes: {
		variable: ANALYTICS_LIMITS.maxFileMegabytes.variable,
		schema: wholeNumber(ANALYTICS_LIMITS.maxFileMegabytes).optional(),
		preset: `\`${ANALYTICS_LIMITS.maxFileMegabytes.preset}\``,
		meaning: "How large the store may grow, in MB; above it the oldest single events go",
	},
	keptQueryParameters: {
		variable: "ANALYTICS_QUERY_PARAMETERS",
		schema: commaList.default([...DEFAULT_CANONICAL_QUERY]),
		meaning: "The query parameters that are kept in stored URLs, beside `utm_*`",
	},
	countVisitorsBy: {
		variable: "ANALYTICS_VISITORS",
		schema: oneOf(["network", "client"]).default("network"),
		meaning:
			"What visitors are told apart by: `network`, a daily hash of address and browser, or `client`, the id that their client keeps",
	},
	webhookHosts: {
		variable: "ANALYTICS_WEBHOOK_HOSTS",
		schema: commaList.default([]),
		preset: "none",
		meaning:
			"Hosts, with commas between, that webhooks may reach although their address is private or of this machine",
	},
	smtpUrl: {
		variable: "ANALYTICS_SMTP_URL",
		schema: smtpUrl.optional(),
		meaning:
			"The server that takes mail for alerts and digests, with its user, such as `smtps://loggia:password@mail.example.org`; without one, no mail is sent",
		mayBeFile: true,
	},
	mailFrom: {
		variable: "ANALYTICS_MAIL_FROM",
		schema: mailAddress.optional(),
		preset: "`loggia@` and the host of that server",
		meaning: "The address that mail comes from",
	},
	dropsOptedOut: {
		variable: "ANALYTICS_OPT_OUT_HEADERS",
		schema: flag.default(true),
		meaning: "Whether events that come with `Sec-GPC` or `DNT` are dropped",
	},
	placesFile: {
		variable: "ANALYTICS_GEOIP_FILE",
		schema: readableFile.optional(),
		meaning:
			"Where countries and regions are looked up: a database in MMDB format, which stays in memory. Without it: countries alone, in the database that Loggia brings along",
	},
	clickHouseUrl: {
		variable: "ANALYTICS_CLICKHOUSE_URL",
		schema: clickHouseUrl.optional(),
		meaning:
			"A ClickHouse that keeps all single events and answers questions about them, with user and database, such as `http://loggia@clickhouse:8123/loggia`",
	},
	clickHousePassword: {
		variable: "ANALYTICS_CLICKHOUSE_PASSWORD",
		schema: text.optional(),
		meaning: "The password of that user",
		mayBeFile: true,
	},
	clickHouseCluster: {
		variable: "ANALYTICS_CLICKHOUSE_CLUSTER",
		schema: text
			.regex(/^[A-Za-z_]\w{0,62}$/, {
				error: "must be the name of a cluster: letters, digits and _",
			})
			.optional(),
		meaning: "The cluster on whose servers tables are made, replicated and distributed",
	},
} as const satisfies SettingsTable;

/**
 * What the proxy is given beside the site. The site's process judges it as well, so that a
 * wrong value ends the start with a sentence.
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
