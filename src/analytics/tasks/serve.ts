import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { watchLoopDelay } from "../../platform/load-shedding.ts";
import { logFailure } from "../../platform/observability/log-failure.ts";
import { createLogger } from "../../platform/observability/logger.ts";
import { listenForMetrics, Metrics } from "../../platform/observability/metrics.ts";
import { logUnhandledRejections } from "../../platform/observability/unhandled-rejections.ts";
import { shutDownOnSignal } from "../../platform/shutdown.ts";
import { openSignIn } from "../../platform/sign-in/open-sign-in.ts";
import { VERSION } from "../../platform/version.ts";
import { FIRST_PROJECT } from "../api-types/projects.ts";
import type { Provider } from "../auth/callers.ts";
import { preparePassword } from "../auth/password.ts";
import { scheduleBackUps } from "../back-ups/schedule-back-ups.ts";
import { checkStore } from "../check-store.ts";
import type { AnalyticsConfig } from "../config.ts";
import { findFlagsFile, loadFlagsFile } from "../flags/flags-file.ts";
import { openPlaces } from "../ingest/places.ts";
import { openProject, toMaintain } from "../open-project.ts";
import { openProjects } from "../projects/projects.ts";
import { SEEDED_KEY_NAME } from "../query/settings/key-routes.ts";
import { sealStores } from "../seal-stores.ts";
import { createAnalyticsService, type Maintained } from "../service.ts";
import { startShipping } from "../start-shipping.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import { FIRST_ADMIN } from "../store/settings/users.ts";
import { backedUpAt } from "./backed-up-at.ts";
import { exitWith, openStoreOrExit, orExit, storePathOf } from "./or-exit.ts";

/** Container runtimes send SIGKILL after ten seconds. */
const SHUTDOWN_DEADLINE_MS = 9_000;
/** Short enough that deletion keeps up with a flood of events. */
const MAINTENANCE_INTERVAL_MS = 10_000;
const FILE_WATCH_INTERVAL_MS = 1_000;

/** Serves until a signal ends the process. */
export async function serve(config: AnalyticsConfig): Promise<void> {
	const log = createLogger({ service: "analytics", level: config.logLevel });
	log.info({ version: VERSION }, "Starting");
	const metrics = new Metrics();
	metrics.processGauges(dirname(config.storePath));
	metrics.gauge(
		"analytics_backup_timestamp_seconds",
		"Time of the last back-up; 0 without one",
		() => backedUpAt(config.storePath),
	);
	const store = openStoreOrExit(config, (sentence) => log.info(sentence));
	const { setAside } = store.status();
	if (setAside !== undefined) log.error({ setAside }, "A damaged file was set aside");
	store.apiKeys.setFromEnvironment(config.personalApiKey, SEEDED_KEY_NAME, Date.now());
	loadFlagsOrExit(config, store);
	await preparePasswordOf(store, config, log);
	const first = toMaintain(store, { ...config, now: Date.now });
	maintain(first, log);
	const findPlace = await orExit(() => openPlaces(config.placesFile));
	const { clickHouse } = config;
	const shipping =
		clickHouse === undefined
			? undefined
			: await orExit(() => startShipping(clickHouse, { ...first, log, now: Date.now }));
	const loopDelay = watchLoopDelay(metrics);
	let draining = false;
	const shared = {
		...config,
		dashboardFolder: builtFolder("dashboard"),
		clientScriptsFolder: builtFolder("client-scripts"),
		findPlace,
		access: store,
		provider: await openProvider(config, log),
		projectId: FIRST_PROJECT,
		log,
		now: Date.now,
		randomBytes,
		loopDelayMs: loopDelay.meanMs,
		isDraining: () => draining,
	};
	const projects = openProjects({
		settings: store.settings,
		projectKey: config.projectKey,
		randomBytes,
		storePathOf: (id) => storePathOf(config, id),
		open: (project) => openProject({ ...shared, ...project }),
	});
	const service = createAnalyticsService({ ...shared, ...first, projects, shipping, metrics });
	const all = (): readonly Maintained[] => [first, ...projects.opened()];
	const maintenance = setInterval(() => {
		for (const one of all()) maintain(one, log);
	}, MAINTENANCE_INTERVAL_MS);
	const fileWatch = setInterval(() => {
		for (const one of all()) watchFile(one.store, log);
	}, FILE_WATCH_INTERVAL_MS);
	const endSchedule = scheduleBackUps({
		schedule: config.backUpSchedule,
		folder: config.backUpFolder,
		log,
		metrics,
		now: Date.now,
	});
	const check = new AbortController();
	logUnhandledRejections(log, process);
	shutDownOnSignal({
		log,
		deadlineMs: SHUTDOWN_DEADLINE_MS,
		drain: () => {
			draining = true;
		},
		close: async () => {
			clearInterval(maintenance);
			clearInterval(fileWatch);
			endSchedule();
			check.abort();
			loopDelay.stop();
			await shipping?.close();
			await service.close();
		},
		process,
	});
	await service.listen({ host: config.host, port: config.port });
	if (config.metricsPort !== undefined) {
		await listenForMetrics(metrics, { host: config.host, port: config.metricsPort });
	}
	sealStores({
		stores: () => all().map(({ store }) => store),
		log,
		now: Date.now,
		signal: check.signal,
	}).catch(logFailure(log, "Days are no longer sealed"));
	for (const { store } of all()) await checkStore({ store, log, signal: check.signal });
}

/** Logs a generated password once: only its hash is stored. */
async function preparePasswordOf(
	{ users, signIns }: AnalyticsStore,
	{ password }: AnalyticsConfig,
	log: Logger,
): Promise<void> {
	const { generated, isChanged } = await preparePassword(users, password);
	if (isChanged) signIns.removeOf(FIRST_ADMIN);
	if (generated !== undefined) {
		log.warn({ password: generated }, "The password of the dashboard; only this line contains it");
	}
}

async function openProvider(
	{ signIn: values, dataFolder, roleGroups }: AnalyticsConfig,
	log: Logger,
): Promise<Provider | undefined> {
	if (roleGroups.length === 0) return undefined;
	const signIn = await openSignIn({ values, dataFolder, cookies: "loggia-dashboard", log });
	return signIn && { ...signIn, roleGroups };
}

/** In the build, the folder is next to the service's; the sources use the folder of the build. */
function builtFolder(name: string): string {
	const path = import.meta.url.endsWith(".ts") ? `../../../dist/${name}` : `../${name}`;
	return fileURLToPath(new URL(path, import.meta.url));
}

function maintain({ store, limits, clock }: Maintained, log: Logger): void {
	if (store.status().damage === "while-writing") {
		log.fatal("The file is damaged: the process exits, and the next start moves the file aside");
		process.exit(1);
	}
	try {
		clock.observe();
		const isPaused = clock.pausedUntil() !== undefined;
		const { retentionDays, maxFileBytes } = limits.limits();
		store.maintain(
			{ retentionDays: isPaused ? Infinity : retentionDays, maxFileBytes },
			Date.now(),
		);
	} catch (error) {
		store.noteDamage(error);
		// The disk is probably full. The next run retries.
		log.error({ err: error }, "Maintenance failed");
	}
}

function watchFile(store: AnalyticsStore, log: Logger): void {
	if (store.status().lost !== undefined) return;
	store.watchFile(Date.now());
	const { lost } = store.status();
	if (lost === undefined) return;
	const { savedAs, cause } = lost;
	log.error({ savedAs, err: cause }, "The store's file was deleted or replaced while in use");
}

function loadFlagsOrExit({ flagsFile }: AnalyticsConfig, store: AnalyticsStore): void {
	const path = findFlagsFile(flagsFile);
	const problems = path === undefined ? [] : loadFlagsFile(path, store.documents, Date.now());
	if (problems.length === 0) return;
	store.close();
	exitWith(problems.join("\n"));
}
