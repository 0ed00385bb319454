import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { createLogger } from "../platform/logger.ts";
import { watchLoopDelay } from "../platform/loop-delay.ts";
import { Metrics } from "../platform/metrics.ts";
import { listenForMetrics } from "../platform/metrics-endpoint.ts";
import { shutDownOnSignal } from "../platform/shutdown.ts";
import { VERSION } from "../platform/version.ts";
import { preparePassword, replacePassword } from "./access/password.ts";
import { checkStore } from "./check-store.ts";
import { compareWithClickHouse } from "./compare-clickhouse.ts";
import { type AnalyticsConfig, readAnalyticsConfig } from "./config.ts";
import { ConfigurationError } from "./errors.ts";
import { findFlagsFile, loadFlagsFile } from "./flags/flags-file.ts";
import { type FindPlace, openPlaces } from "./ingest/places.ts";
import { type Maintained, openProject } from "./open-project.ts";
import { openProjects } from "./projects/projects.ts";
import { sendHistory } from "./send-history.ts";
import { createAnalyticsService } from "./service.ts";
import { type Shipping, type ShippingOptions, startShipping } from "./start-shipping.ts";
import type { AnalyticsStore } from "./store/analytics-store.ts";
import { connectClickHouse } from "./store/clickhouse/connect.ts";
import { backUpStore } from "./store/file/back-up-store.ts";
import { createClockGuard } from "./store/file/clock-guard.ts";
import { restoreStore } from "./store/file/restore-store.ts";
import { openStore } from "./store/open-store.ts";
import { createLimitSettings } from "./store/settings/limit-settings.ts";

/** Container runtimes send SIGKILL after ten seconds. */
const SHUTDOWN_DEADLINE_MS = 9_000;
/** Often enough that deleting keeps up with a flood. */
const MAINTENANCE_INTERVAL_MS = 10_000;
const FILE_WATCH_INTERVAL_MS = 1_000;

await run(process.argv[2], readConfigOrExit());

/** Serves, unless the first word names another task. */
async function run(task: string | undefined, config: AnalyticsConfig): Promise<void> {
	if (task === undefined) return start(config);
	const [, , , project] = process.argv;
	if (task === "projects") return listProjects(config);
	if (task === "back-up") return backUp(storePathOf(config, project));
	if (task === "restore") return restore(storePathOf(config, project));
	if (task === "password") return setPassword(config);
	if (task === "send-history") return sendHistoryAway(config, process.argv.slice(3));
	if (task === "compare-clickhouse") return compareClickHouse(config);
	exitWith(
		`The task must be projects, back-up, restore, password, send-history or compare-clickhouse, or none for serving: got "${task}"`,
	);
}

/** Ids of the further ones, for who copies them. */
function listProjects(config: AnalyticsConfig): void {
	const { projectsFolder } = config;
	if (!existsSync(projectsFolder)) return;
	const ids = readdirSync(projectsFolder).filter((id) => existsSync(storePathOf(config, id)));
	process.stdout.write(ids.map((id) => `${id}\n`).join(""));
}

/** @param project Id of a further project; the first unless told. */
function storePathOf({ storePath, projectsFolder }: AnalyticsConfig, project?: string): string {
	if (project === undefined) return storePath;
	if (!/^[0-9a-f]+$/.test(project)) exitWith(`A project must be named by its id: got "${project}"`);
	return join(projectsFolder, project, "events.sqlite");
}

async function backUp(storePath: string): Promise<void> {
	try {
		await backUpStore(storePath, process.stdout);
	} catch (error) {
		exitWith(`Nothing was backed up: "${storePath}" cannot be copied (${error})`);
	}
}

async function restore(storePath: string): Promise<void> {
	const problem = await restoreStore(storePath, process.stdin);
	if (problem !== undefined) exitWith(`Nothing was restored. ${problem}`);
}

/** Prints a new password for the dashboard; a service that runs takes it at once. */
async function setPassword(config: AnalyticsConfig): Promise<void> {
	if (config.password !== undefined) {
		exitWith("ANALYTICS_PASSWORD says what the password is: change it there");
	}
	const store = openStoreOrExit(config);
	const password = await replacePassword(store.settings);
	store.signIns.removeAll();
	store.close();
	process.stdout.write(`${password}\n`);
}

/** Gentle to a server that has visitors of its own. */
const SENT_PER_SECOND = 1_000;

async function sendHistoryAway(
	config: AnalyticsConfig,
	[url = "", projectKey = "", perSecond = String(SENT_PER_SECOND)]: readonly string[],
): Promise<void> {
	const eventsPerSecond = Number(perSecond);
	if (!/^https?:/.test(url) || !URL.canParse(url) || projectKey === "" || !(eventsPerSecond > 0)) {
		exitWith(
			"send-history must be followed by the address of a PostHog, the key of its project, and events a second if not 1000: send-history https://posthog.example phc_key 1000",
		);
	}
	const store = openStoreOrExit(config);
	const log = (line: string) => process.stdout.write(`${line}\n`);
	const problem = await sendHistory({
		...{ store, projectKey, eventsPerSecond, log, wait: setTimeout },
		url: new URL(url).origin,
	});
	store.close();
	if (problem !== undefined) exitWith(problem);
}

async function compareClickHouse(config: AnalyticsConfig): Promise<void> {
	if (config.clickHouse === undefined) {
		exitWith("compare-clickhouse must be called with ANALYTICS_CLICKHOUSE_URL set");
	}
	const store = openStoreOrExit(config);
	const clickHouse = await connectClickHouse(config.clickHouse);
	const { retentionDays } = createLimitSettings(store.settings, config.fixedLimits).limits();
	const { storePath } = config;
	const compared = { store, storePath, clickHouse, retentionDays, now: Date.now() };
	try {
		const { lines, isSame } = await compareWithClickHouse(compared);
		process.stdout.write(`${lines.join("\n")}\n`);
		process.exitCode = isSame ? 0 : 1;
	} catch (error) {
		exitWith(`Nothing was compared: ${error}`);
	} finally {
		await clickHouse.close();
		store.close();
	}
}

async function start(config: AnalyticsConfig): Promise<void> {
	const log = createLogger({ service: "analytics", level: config.logLevel });
	log.info({ version: VERSION }, "Starting");
	const metrics = new Metrics();
	metrics.processGauges(process);
	const store = openStoreOrExit(config);
	const { setAside } = store.status();
	if (setAside !== undefined) log.error({ setAside }, "A damaged file was set aside");
	if (config.personalApiKey !== undefined) {
		store.apiKeys.add(config.personalApiKey, "ANALYTICS_API_KEY", Date.now());
	}
	loadFlagsOrExit(config, store);
	await preparePasswordOf(store, config, log);
	const limits = createLimitSettings(store.settings, config.fixedLimits);
	const clock = createClockGuard(store.settings, {
		now: Date.now,
		monotonic: () => performance.now(),
	});
	const first = { store, limits, clock };
	maintain(first, log);
	const findPlace = openPlacesOrExit(config);
	const shipping = await startShippingOrExit(config, { store, limits, log });
	const loopDelay = watchLoopDelay(metrics);
	let draining = false;
	const shared = {
		...config,
		dashboardFolder: builtFolder("dashboard"),
		clientScriptsFolder: builtFolder("client-scripts"),
		findPlace,
		access: store,
		log,
		now: Date.now,
		randomBytes,
		loopDelayMs: loopDelay.meanMs,
		isDraining: () => draining,
	};
	const projects = openProjects({
		...{ settings: store.settings, projectKey: config.projectKey, randomBytes },
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
	const check = new AbortController();
	shutDownOnSignal({
		log,
		deadlineMs: SHUTDOWN_DEADLINE_MS,
		drain: () => {
			draining = true;
		},
		close: async () => {
			clearInterval(maintenance);
			clearInterval(fileWatch);
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
	for (const { store } of all()) await checkStore({ store, log, signal: check.signal });
}

/** Logs the first password once: it is stored as a hash and cannot be read again. */
async function preparePasswordOf(
	store: AnalyticsStore,
	{ password: fromEnvironment }: AnalyticsConfig,
	log: Logger,
): Promise<void> {
	const { settings, signIns } = store;
	const { generated, isChanged } = await preparePassword({ settings, fromEnvironment });
	if (isChanged) signIns.removeAll();
	if (generated !== undefined) {
		log.warn({ password: generated }, "The password of the dashboard, shown this once");
	}
}

/** The build has it beside the service's folder, and the sources read the build's. */
function builtFolder(name: string): string {
	const path = import.meta.url.endsWith(".ts") ? `../../dist/${name}` : `../${name}`;
	return fileURLToPath(new URL(path, import.meta.url));
}

function maintain({ store, limits, clock }: Maintained, log: Logger): void {
	if (store.status().damage === "while-writing") {
		log.fatal("The file is damaged: leaving, so that the next start sets it aside");
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
		// A full disk, most likely. The next turn tries again.
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

function readConfigOrExit(): AnalyticsConfig {
	try {
		return readAnalyticsConfig(process.env);
	} catch (error) {
		if (!(error instanceof ConfigurationError)) throw error;
		return exitWith(error.message);
	}
}

function openPlacesOrExit({ placesFile }: AnalyticsConfig): FindPlace | undefined {
	try {
		return placesFile === undefined ? undefined : openPlaces(placesFile);
	} catch (error) {
		if (!(error instanceof ConfigurationError)) throw error;
		return exitWith(error.message);
	}
}

function openStoreOrExit(config: AnalyticsConfig): AnalyticsStore {
	const { storePath } = config;
	try {
		return openStore(storePath, Date.now(), config);
	} catch (error) {
		if (error instanceof ConfigurationError) return exitWith(error.message);
		return exitWith(
			`DATA_DIR must be a folder that can be written, with room in it: "${storePath}" cannot be opened (${error})`,
		);
	}
}

async function startShippingOrExit(
	{ clickHouse, storePath }: AnalyticsConfig,
	options: Pick<ShippingOptions, "store" | "limits" | "log">,
): Promise<Shipping | undefined> {
	if (clickHouse === undefined) return undefined;
	try {
		return await startShipping(clickHouse, { ...options, storePath, now: Date.now });
	} catch (error) {
		if (!(error instanceof ConfigurationError)) throw error;
		return exitWith(error.message);
	}
}

/** For what the operator must mend: a sentence says it better than a stack of calls. */
function exitWith(sentence: string): never {
	console.error(sentence);
	process.exit(1);
}

function loadFlagsOrExit({ flagsFile }: AnalyticsConfig, store: AnalyticsStore): void {
	const path = findFlagsFile(flagsFile);
	const problems = path === undefined ? [] : loadFlagsFile(path, store.documents, Date.now());
	if (problems.length === 0) return;
	console.error(problems.join("\n"));
	store.close();
	process.exit(1);
}
