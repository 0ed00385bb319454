import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import type { FindPlace } from "../../src/analytics/ingest/places.ts";
import { openProject, toMaintain } from "../../src/analytics/open-project.ts";
import { openProjects } from "../../src/analytics/projects/projects.ts";
import { type AnalyticsDependencies, createAnalyticsService } from "../../src/analytics/service.ts";
import { type AnalyticsStore, openStore } from "../../src/analytics/store/analytics-store.ts";
import type { StoredEvent } from "../../src/analytics/store/events/event-reader.ts";
import type { FixedLimits } from "../../src/analytics/store/settings/limit-settings.ts";
import { FIRST_PROJECT } from "../../src/analytics/wire/dashboard/projects.ts";
import { createLogger } from "../../src/platform/logger.ts";
import { Metrics } from "../../src/platform/metrics.ts";
import { temporaryFolder } from "./temporary-folder.ts";

export const PROJECT_KEY = "phc_test";

const NO_LIMITS: FixedLimits = { retentionDays: undefined, maxFileMegabytes: undefined };

/** A service with a store of its own, both gone when the test is over. */
export function testAnalytics(options: TestAnalyticsOptions = {}) {
	const clock = { now: options.now ?? Date.UTC(2026, 0, 15, 12) };
	const path = options.storePath ?? join(temporaryFolder(), "events.sqlite");
	const keptQueryParameters = ["page", "q"];
	const store = options.store ?? openStore(path, clock.now, { keptQueryParameters });
	const metrics = new Metrics();
	const logLines: string[] = [];
	const log = createLogger({
		service: "analytics",
		level: "info",
		destination: { write: (line: string) => void logLines.push(line) },
	});
	const shared = {
		access: store,
		projectId: FIRST_PROJECT,
		provider: options.provider,
		keptQueryParameters,
		log,
		now: () => clock.now,
		randomBytes: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
		projectKey: options.projectKey ?? PROJECT_KEY,
		trustedProxies: ["loopback"],
		countVisitorsBy: options.countVisitorsBy ?? "network",
		dropsOptedOut: options.dropsOptedOut ?? true,
		findPlace: options.findPlace,
		password: options.password,
		webhookHosts: [],
		mail: undefined,
		fixedLimits: options.fixedLimits ?? NO_LIMITS,
		dashboardFolder: options.dashboardFolder ?? "no-such-folder",
		clientScriptsFolder: options.clientScriptsFolder ?? "no-such-folder",
		loopDelayMs: () => options.loopDelayMs ?? 0,
		isDraining: () => false,
	};
	const projects = openProjects({
		settings: store.settings,
		projectKey: shared.projectKey,
		randomBytes: shared.randomBytes,
		storePathOf: (id) => join(path, "..", "projects", id, "events.sqlite"),
		open: (project) => openProject({ ...shared, ...project }),
	});
	const service = createAnalyticsService({
		...shared,
		...toMaintain(store, shared),
		...{ metrics, projects },
		shipping: options.shipping,
	});
	onTestFinished(() => service.close());
	return { service, store, projects, metrics, clock, path, logLines };
}

export interface TestAnalyticsOptions {
	readonly now?: number;
	readonly projectKey?: string;
	readonly storePath?: string;
	readonly store?: AnalyticsStore;
	readonly loopDelayMs?: number;
	readonly countVisitorsBy?: "network" | "client";
	readonly dropsOptedOut?: boolean;
	readonly findPlace?: FindPlace;
	/** As `ANALYTICS_PASSWORD` gives it; prepare it with `preparePassword()` to sign in with it. */
	readonly password?: string;
	readonly provider?: AnalyticsDependencies["provider"];
	readonly shipping?: AnalyticsDependencies["shipping"];
	readonly fixedLimits?: FixedLimits;
	readonly dashboardFolder?: string;
	readonly clientScriptsFolder?: string;
}

/** Every stored event, in the order of time. */
export function storedEvents(store: AnalyticsStore): readonly StoredEvent[] {
	return store.events.page({
		from: -8.64e15,
		to: 8.64e15,
		order: "oldest-first",
		limit: 100_000,
	});
}

/** Sends one event as a server does, and as an app of a phone with `APP` as its agent. */
export function capture(service: FastifyInstance, event: object, userAgent?: string) {
	return service.inject({
		method: "POST",
		url: "/capture/",
		...(userAgent === undefined ? {} : { headers: { "user-agent": userAgent } }),
		payload: { api_key: PROJECT_KEY, ...event },
	});
}

export const APP = "Dalvik/2.1.0 (Linux; U; Android 9)";
