import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { InjectOptions } from "fastify";
import { onTestFinished } from "vitest";
import { FIRST_PROJECT } from "../../src/analytics/api-types/projects.ts";
import { readAnalyticsConfig } from "../../src/analytics/config.ts";
import type { FindPlace } from "../../src/analytics/ingest/places.ts";
import { openProject, toMaintain } from "../../src/analytics/open-project.ts";
import { openProjects } from "../../src/analytics/projects/projects.ts";
import { type AnalyticsDependencies, createAnalyticsService } from "../../src/analytics/service.ts";
import { type AnalyticsStore, openStore } from "../../src/analytics/store/analytics-store.ts";
import type { StoredEvent } from "../../src/analytics/store/events/event-reader.ts";
import type { FixedLimits } from "../../src/analytics/store/settings/limit-settings.ts";
import { dayOf } from "../../src/analytics/store/totals/roll-up.ts";
import { Metrics } from "../../src/platform/observability/metrics.ts";
import { NOON } from "./new-event.ts";
import { recordedLog } from "./recorded-log.ts";
import { storePath } from "./test-store.ts";

export const PROJECT_KEY = "phc_test";

/** The user agent of an app on a phone. */
export const APP = "Dalvik/2.1.0 (Linux; U; Android 9)";

const NO_LIMITS: FixedLimits = { retentionDays: undefined, maxFileMegabytes: undefined };

/** A service with its own store; both are removed after the test. */
export function testAnalytics(options: TestAnalyticsOptions = {}) {
	const clock = { now: options.now ?? NOON };
	const path = options.storePath ?? storePath();
	const keptQueryParameters = ["page", "q"];
	const store = options.store ?? openStore(path, clock.now, { keptQueryParameters });
	const metrics = new Metrics();
	const { log, lines: logLines } = recordedLog("info", "analytics");
	const shared = {
		...readAnalyticsConfig({}),
		access: store,
		projectId: FIRST_PROJECT,
		provider: options.provider,
		keptQueryParameters,
		log,
		now: () => clock.now,
		randomBytes: (size: number) => crypto.getRandomValues(new Uint8Array(size)),
		projectKey: options.projectKey ?? PROJECT_KEY,
		countVisitorsBy: options.countVisitorsBy ?? "network",
		dropsOptedOut: options.dropsOptedOut ?? true,
		findPlace: options.findPlace,
		password: options.password,
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
		metrics,
		projects,
		shipping: options.shipping,
	});
	onTestFinished(() => service.close());
	const send = (url: string, payload: Payload, headers: Record<string, string> = {}) =>
		service.inject({ method: "POST", url, payload, headers });
	return {
		service,
		store,
		projects,
		metrics,
		clock,
		path,
		logLines,
		/** Sends a POST request as clients do; objects become JSON. */
		send,
		/** Sends an event as a server does, or with the user agent of another client. */
		capture: (event: object, userAgent?: string) =>
			send(
				"/capture/",
				{ api_key: PROJECT_KEY, ...event },
				userAgent === undefined ? {} : { "user-agent": userAgent },
			),
		/** Totals of the last `days` days, which end with the clock's current day. */
		totals: (days = 1) => {
			const today = dayOf(clock.now);
			return store.rollUps.totals({ from: today + 1 - days, to: today + 1 });
		},
		/** All bytes of the store's file and its write-ahead log, as a Latin-1 string. */
		traces: () => [path, `${path}-wal`].map((file) => readFileSync(file, "latin1")).join(""),
	};
}

type Payload = NonNullable<InjectOptions["payload"]>;

export interface TestAnalyticsOptions {
	readonly now?: number;
	readonly projectKey?: string;
	readonly storePath?: string;
	readonly store?: AnalyticsStore;
	readonly loopDelayMs?: number;
	readonly countVisitorsBy?: "network" | "client";
	readonly dropsOptedOut?: boolean;
	readonly findPlace?: FindPlace;
	/** Value of `ANALYTICS_PASSWORD`. To sign in with it, call `preparePassword()` first. */
	readonly password?: string;
	readonly provider?: AnalyticsDependencies["provider"];
	readonly shipping?: AnalyticsDependencies["shipping"];
	readonly fixedLimits?: FixedLimits;
	readonly dashboardFolder?: string;
	readonly clientScriptsFolder?: string;
}

/** All stored events, oldest first. */
export function storedEvents(store: AnalyticsStore): readonly StoredEvent[] {
	return store.events.page({
		from: -8.64e15,
		to: 8.64e15,
		order: "oldest-first",
		limit: 100_000,
	});
}
