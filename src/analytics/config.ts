import { join } from "node:path";
import ipaddr from "ipaddr.js";
import { type Environment, EnvironmentReader } from "../platform/env.ts";
import { LOG_LEVELS, type LogLevel } from "../platform/logger.ts";
import { DEFAULT_PROJECT_KEY } from "../shared/analytics.ts";
import { ConfigurationError } from "./errors.ts";
import type { FlagsFileChoice } from "./flags/definition/flags-file.ts";
import { type FixedLimits, LIMIT_RANGES, type LimitName } from "./store/settings/limit-settings.ts";

export interface AnalyticsConfig {
	readonly host: string;
	readonly port: number;
	/** The SQLite file. */
	readonly storePath: string;
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
}

/** What a canonical link keeps, because it changes what the page shows. */
const DEFAULT_KEPT_PARAMETERS = ["page", "sort", "filter", "search", "q", "category", "tag"];

/** @throws {ConfigurationError} With one sentence for each variable that is wrong. */
export function readAnalyticsConfig(environment: Environment): AnalyticsConfig {
	const reader = new EnvironmentReader(environment);
	const dataFolder = reader.text("DATA_DIR") ?? "data";
	const config: AnalyticsConfig = {
		host: reader.text("HOST") ?? "127.0.0.1",
		port: reader.wholeNumber("ANALYTICS_PORT", 8000, { min: 0, max: 65_535 }),
		storePath: join(dataFolder, "analytics", "events.sqlite"),
		flagsFile: {
			named: reader.text("ANALYTICS_FLAGS_FILE"),
			usual: [join(dataFolder, "flags.yaml"), join(dataFolder, "flags.json")],
		},
		projectKey: readProjectKey(reader),
		personalApiKey: readSecret(reader, "ANALYTICS_API_KEY", 16),
		password: readSecret(reader, "ANALYTICS_PASSWORD", 8),
		fixedLimits: {
			retentionDays: readLimit(reader, "retentionDays"),
			maxFileMegabytes: readLimit(reader, "maxFileMegabytes"),
		},
		logLevel: reader.choice("LOG_LEVEL", "info", LOG_LEVELS),
		trustedProxies: readTrustedProxies(reader),
		keptQueryParameters: readList(reader, "ANALYTICS_QUERY_PARAMETERS") ?? DEFAULT_KEPT_PARAMETERS,
	};
	if (reader.problems.length > 0) throw new ConfigurationError(reader.problems);
	return config;
}

function readProjectKey(reader: EnvironmentReader): string {
	const key = reader.text("POSTHOG_KEY") ?? DEFAULT_PROJECT_KEY;
	if (/^(?!phx_)[\w-]{1,64}$/.test(key)) return key;
	reader.refuse(
		"POSTHOG_KEY",
		"must be at most 64 letters, digits, _ and -, and must not start with phx_",
	);
	return DEFAULT_PROJECT_KEY;
}

function readSecret(
	reader: EnvironmentReader,
	name: string,
	minLength: number,
): string | undefined {
	const secret = reader.text(name);
	if (secret === undefined || secret.length >= minLength) return secret;
	reader.problems.push(
		`${name} must have at least ${minLength} characters: current value has ${secret.length}`,
	);
	return undefined;
}

/** @returns `undefined` where the environment says nothing. */
function readLimit(reader: EnvironmentReader, name: LimitName): number | undefined {
	const { variable, preset, min, max } = LIMIT_RANGES[name];
	if (reader.text(variable) === undefined) return undefined;
	return reader.wholeNumber(variable, preset, { min, max });
}

function readTrustedProxies(reader: EnvironmentReader): readonly string[] {
	const entries = readList(reader, "TRUSTED_PROXIES") ?? [];
	if (!entries.every(isProxyEntry)) {
		reader.refuse(
			"TRUSTED_PROXIES",
			"must be a comma-separated list of IP addresses, networks (10.0.0.0/8), loopback, linklocal or uniquelocal",
		);
	}
	// The site server of the same machine is always one, whatever stands before both.
	return ["loopback", ...entries];
}

/** Names that Fastify's `trustProxy` knows for the private networks. */
const NETWORK_NAMES: ReadonlySet<string> = new Set(["loopback", "linklocal", "uniquelocal"]);

function isProxyEntry(entry: string): boolean {
	return NETWORK_NAMES.has(entry) || ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry);
}

function readList(reader: EnvironmentReader, name: string): readonly string[] | undefined {
	const entries = reader.text(name)?.split(",");
	return entries?.map((entry) => entry.trim()).filter((entry) => entry !== "");
}
