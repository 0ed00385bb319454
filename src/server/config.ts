import { resolve } from "node:path";
import { type Environment, EnvironmentReader } from "../platform/env.ts";
import { LOG_LEVELS, type LogLevel } from "../platform/logger.ts";
import type { BuildRetention } from "./builds/kept-builds.ts";
import { OperatorError } from "./errors.ts";

/** What the process needs to know before it has read the site folder. */
export interface ServerConfig {
	readonly host: string;
	readonly port: number;
	/** Absolute; absent when the operator names none, and the embedded site is served. */
	readonly siteFolder: string | undefined;
	/** Absolute; for everything that must outlive the process. */
	readonly dataFolder: string;
	/** Addresses and ranges whose forwarded headers are believed; empty: nobody's. */
	readonly trustedProxies: readonly string[];
	/** URL of the analytics service, to which `/ingest` leads; absent: there is none. */
	readonly analyticsUpstream: string | undefined;
	/** What signs preview links; absent: one is made and kept in the data folder. */
	readonly previewSecret: string | undefined;
	/** How long the assets of older builds stay, for tabs that stay open. */
	readonly buildRetention: BuildRetention;
	/** How much memory the answers may take that are kept ready to be sent. */
	readonly pageCacheBytes: number;
	readonly logLevel: LogLevel;
	readonly shutdownDeadlineMs: number;
}

/** @throws {OperatorError} When a variable breaks its rule; every one of them is named. */
export function readServerConfig(environment: Environment, workingFolder: string): ServerConfig {
	const env = new EnvironmentReader(environment);
	const siteFolder = env.text("SITE_DIR");
	const config: ServerConfig = {
		host: env.text("HOST") ?? "0.0.0.0",
		port: env.wholeNumber("PORT", 3000, { min: 0, max: 65_535 }),
		siteFolder: siteFolder === undefined ? undefined : resolve(workingFolder, siteFolder),
		dataFolder: resolve(workingFolder, env.text("DATA_DIR") ?? "data"),
		trustedProxies: readTrustedProxies(env),
		analyticsUpstream: env.webUrl("ANALYTICS_UPSTREAM"),
		previewSecret: env.text("PREVIEW_SECRET"),
		buildRetention: {
			newest: env.wholeNumber("BUILDS_KEPT", 10, { min: 1, max: 10_000 }),
			days: env.wholeNumber("BUILDS_KEPT_DAYS", 30, { min: 0, max: 3650 }),
		},
		pageCacheBytes: env.wholeNumber("PAGE_CACHE_MB", 32, { min: 0, max: 65_536 }) * 1024 * 1024,
		logLevel: env.choice("LOG_LEVEL", "info", LOG_LEVELS),
		shutdownDeadlineMs:
			env.wholeNumber("SHUTDOWN_DEADLINE_SECONDS", 25, { min: 1, max: 600 }) * 1000,
	};
	if (env.problems.length > 0) throw new OperatorError("environment-invalid", env.problems);
	return config;
}

/** Names that proxy-addr knows for whole families of addresses. */
const ADDRESS_FAMILIES: ReadonlySet<string> = new Set(["loopback", "linklocal", "uniquelocal"]);

const ADDRESS_OR_RANGE = /^[0-9a-f.:]+(\/\d{1,3})?$/i;

function readTrustedProxies(env: EnvironmentReader): readonly string[] {
	const proxies = (env.text("TRUSTED_PROXIES") ?? "").split(",").flatMap((entry) => {
		const proxy = entry.trim();
		return proxy === "" ? [] : [proxy];
	});
	if (proxies.every((proxy) => ADDRESS_FAMILIES.has(proxy) || ADDRESS_OR_RANGE.test(proxy))) {
		return proxies;
	}
	env.refuse(
		"TRUSTED_PROXIES",
		"must be addresses, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal, with commas between",
	);
	return [];
}
