import { join } from "node:path";
import { type Environment, readVariables } from "../platform/env.ts";
import type { LogLevel } from "../platform/logger.ts";
import { ANALYTICS_PROCESS_SETTINGS } from "../platform/settings/process-settings.ts";
import { ConfigurationError } from "./errors.ts";
import type { FlagsFileChoice } from "./flags/flags-file.ts";
import {
	type ClickHouseAddress,
	readClickHouseAddress,
} from "./store/clickhouse/clickhouse-address.ts";
import type { FixedLimits } from "./store/settings/limit-settings.ts";

export interface AnalyticsConfig {
	readonly host: string;
	readonly port: number;
	/** Where metrics are served to others than this machine; absent: nowhere. */
	readonly metricsPort: number | undefined;
	/** The SQLite file. */
	readonly storePath: string;
	/** Where the files of further projects are, each in a folder of its own. */
	readonly projectsFolder: string;
	readonly flagsFile: FlagsFileChoice;
	/** Project API key: public, in every page. */
	readonly projectKey: string;
	/** Seeds one personal API key. */
	readonly personalApiKey: string | undefined;
	/** Password of the dashboard. */
	readonly password: string | undefined;
	/** What the environment says of how much is kept; the dashboard says the rest. */
	readonly fixedLimits: FixedLimits;
	readonly logLevel: LogLevel;
	/** Addresses and networks whose `X-Forwarded-For` is believed. */
	readonly trustedProxies: readonly string[];
	/** Query parameters that are kept in stored URLs, beside `utm_*`. */
	readonly keptQueryParameters: readonly string[];
	/** Hosts that webhooks may reach although their address is not public. */
	readonly webhookHosts: readonly string[];
	readonly countVisitorsBy: "network" | "client";
	/** Whether events that come with `Sec-GPC` or `DNT` are dropped. */
	readonly dropsOptedOut: boolean;
	/** A database of places in MMDB format. */
	readonly placesFile: string | undefined;
	/** Where single events are kept beside the file; absent: nowhere. */
	readonly clickHouse: ClickHouseAddress | undefined;
}

/** @throws {ConfigurationError} With one sentence for each variable that is wrong. */
export function readAnalyticsConfig(environment: Environment): AnalyticsConfig {
	const { values, problems } = readVariables(ANALYTICS_PROCESS_SETTINGS, environment);
	if (problems.length > 0) throw new ConfigurationError(problems);
	const { dataFolder, flagsFile, retentionDays, maxFileMegabytes, trustedProxies, ...others } =
		values;
	const {
		clickHouseUrl,
		clickHousePassword: password,
		clickHouseCluster: cluster,
		...rest
	} = others;
	return {
		...rest,
		storePath: join(dataFolder, "analytics", "events.sqlite"),
		projectsFolder: join(dataFolder, "analytics", "projects"),
		flagsFile: {
			named: flagsFile,
			usual: [join(dataFolder, "flags.yaml"), join(dataFolder, "flags.json")],
		},
		clickHouse:
			clickHouseUrl === undefined
				? undefined
				: readClickHouseAddress(clickHouseUrl, { password, cluster }),
		fixedLimits: { retentionDays, maxFileMegabytes },
		// The site server of the same machine is always one, whatever stands before both.
		trustedProxies: ["loopback", ...trustedProxies],
	};
}
