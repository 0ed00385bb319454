import * as z from "zod";
import { DEFAULT_PROJECT_KEY } from "../../shared/analytics.ts";
import { DEFAULT_CANONICAL_QUERY } from "../../shared/page/head.ts";
import { HOST_MEANING, PORT_RANGE, SHARED_SETTINGS } from "./process-settings.ts";
import {
	clickHouseUrl,
	commaList,
	flag,
	mailAddress,
	oneOf,
	projectKey,
	readableFile,
	secret,
	smtpUrl,
	text,
	timesOfDay,
	wholeNumber,
} from "./schemas.ts";
import type { SettingsTable } from "./setting.ts";
import { SIGN_IN_SETTINGS } from "./sign-in-settings.ts";

/** Ranges of limits that the dashboard can also change, if their variable is not set. */
export const ANALYTICS_LIMITS = {
	retentionDays: { min: 1, max: 36_500, preset: 400, variable: "ANALYTICS_RETENTION_DAYS" },
	maxFileMegabytes: { min: 16, max: 1_048_576, preset: 10_240, variable: "ANALYTICS_MAX_FILE_MB" },
} as const;

const ROLE_GROUPS_RULE =
	"must be groups with roles, such as it:admin,docs:editor; the roles are viewer, editor and admin";

const roleGroups = commaList.pipe(
	z.array(
		z
			.string()
			.regex(/^.+:(?:viewer|editor|admin)$/, { error: ROLE_GROUPS_RULE })
			.transform((pair) => {
				const [, group = "", role] = /^(.+):(\w+)$/.exec(pair) ?? [];
				// The expression above accepts only these roles.
				return { group, role: role as "viewer" | "editor" | "admin" };
			}),
	),
);

/** Environment variables of the analytics service. */
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
		meaning: "The port of `/metrics`; without it, only this machine can read `/metrics`",
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
		preset: "generated",
		meaning:
			"The password of the dashboard, at least 8 characters; without it, one is generated at the first start and shown in the log",
		mayBeFile: true,
	},
	personalApiKey: {
		variable: "ANALYTICS_API_KEY",
		schema: secret(16).optional(),
		meaning: "A personal API key that exists from the start, at least 16 characters",
		mayBeFile: true,
	},
	...SIGN_IN_SETTINGS,
	roleGroups: {
		variable: "ANALYTICS_ROLE_GROUPS",
		schema: roleGroups.default([]),
		preset: "none",
		meaning:
			"Groups of the OpenID provider or of the proxy that give a role in the dashboard, such as `it:admin,docs:editor,staff:viewer`; without it, the dashboard has only its own users",
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
		meaning: "Number of days for which events are stored; totals are stored longer",
	},
	maxFileMegabytes: {
		variable: ANALYTICS_LIMITS.maxFileMegabytes.variable,
		schema: wholeNumber(ANALYTICS_LIMITS.maxFileMegabytes).optional(),
		preset: `\`${ANALYTICS_LIMITS.maxFileMegabytes.preset}\``,
		meaning: "Maximum size of the store, in MB; above it, the oldest events are deleted",
	},
	keptQueryParameters: {
		variable: "ANALYTICS_QUERY_PARAMETERS",
		schema: commaList.default([...DEFAULT_CANONICAL_QUERY]),
		meaning: "The query parameters that stored URLs include, in addition to `utm_*`",
	},
	countVisitorsBy: {
		variable: "ANALYTICS_VISITORS",
		schema: oneOf(["network", "client"]).default("network"),
		meaning:
			"How visitors are identified: `network`, a daily hash of address and browser, or `client`, the id that their client stores",
	},
	webhookHosts: {
		variable: "ANALYTICS_WEBHOOK_HOSTS",
		schema: commaList.default([]),
		preset: "none",
		meaning:
			"Comma-separated hosts that webhooks may call although their address is private or local",
	},
	smtpUrl: {
		variable: "ANALYTICS_SMTP_URL",
		schema: smtpUrl.optional(),
		meaning:
			"The mail server for alerts and digests, with its user, such as `smtps://loggia:password@mail.example.org`; without one, no mail is sent",
		mayBeFile: true,
	},
	mailFrom: {
		variable: "ANALYTICS_MAIL_FROM",
		schema: mailAddress.optional(),
		preset: "`loggia@` and the host of that server",
		meaning: "The sender address of mail",
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
			"The database of countries and regions, in MMDB format, which is loaded into memory. Default: a built-in database with countries only",
	},
	backUpSchedule: {
		variable: "BACK_UP_SCHEDULE",
		schema: timesOfDay.default([]),
		preset: "none",
		meaning:
			"Times of the day, in UTC, at which the store is backed up and the copy is restored on trial, such as `03:15` or `03:15,15:15`",
	},
	backUpFolder: {
		variable: "BACK_UP_FOLDER",
		schema: text.optional(),
		preset: "`back-ups` in `DATA_DIR`",
		meaning: "The folder of these back-ups, best on another disk",
	},
	backUpKey: {
		variable: "BACK_UP_KEY",
		schema: secret(16).optional(),
		meaning:
			"A passphrase of at least 16 characters that encrypts these back-ups; a restore needs it, too",
		mayBeFile: true,
	},
	backUpsKept: {
		variable: "BACK_UP_KEEP",
		schema: wholeNumber({ min: 1, max: 10_000 }).default(14),
		meaning: "The number of these back-ups that stay",
	},
	backUpDays: {
		variable: "BACK_UP_KEEP_DAYS",
		schema: wholeNumber({ min: 1, max: 36_500 }).default(400),
		meaning: "Number of days for which these back-ups stay; the newest always stays",
	},
	clickHouseUrl: {
		variable: "ANALYTICS_CLICKHOUSE_URL",
		schema: clickHouseUrl.optional(),
		meaning:
			"A ClickHouse that stores all events and runs the queries, with user and database, such as `http://loggia@clickhouse:8123/loggia`",
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
		meaning: "The cluster in which the tables are created, replicated and distributed",
	},
} as const satisfies SettingsTable;
