import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { startAnalyticsProcess } from "./analytics-process.ts";
import { PATIENCE_MS } from "./patience.ts";
import { CHROME, pageView } from "./visitor.ts";

export interface KillCycleOptions {
	readonly dataDir: string;
	readonly cycles: number;
	readonly eventsPerSecond: number;
	/** Sizes of large batches. Besides the other events, one batch is sent every 250 ms, in turns. */
	readonly batchSizes: readonly number[];
	/** Bounds of the random time from the first acknowledgment to the kill. */
	readonly minLifeMs: number;
	readonly maxLifeMs: number;
	/** Variables of the service. */
	readonly environment?: NodeJS.ProcessEnv;
	/** Processes to kill in a cycle; only the service by default. */
	readonly victims?: (cycle: number) => { readonly service: boolean; readonly other: boolean };
	/** A process that the service needs, which can be killed too. */
	readonly other?: { readonly kill: () => Promise<void>; readonly up: () => Promise<void> };
	/** Waits for the remaining work of the last service, at this URL. */
	readonly finish?: (url: string) => Promise<void>;
	/** Called after each cycle. */
	readonly onCycle?: (cycle: number, readyAfterMs: number) => void;
}

export interface KillCycleResult {
	readonly offered: number;
	readonly acknowledged: number;
	readonly lost: number;
	readonly doubled: number;
	/** Result of SQLite's integrity check at the end. */
	readonly integrity: string;
	readonly slowestReadyMs: number;
	/** UUIDs, as they were sent. */
	readonly acknowledgedIds: ReadonlySet<string>;
}

/**
 * Sends events, records every response with status 200, kills the process with SIGKILL, and restarts it.
 * At the end, compares the acknowledged events with those in the file.
 */
export async function runKillCycles(options: KillCycleOptions): Promise<KillCycleResult> {
	const { dataDir, cycles, onCycle, victims = () => SERVICE_ALONE, other } = options;
	const environment = { LOG_LEVEL: "error", ...options.environment };
	const acknowledged = new Set<string>();
	let offered = 0;
	let slowestReadyMs = 0;
	for (let cycle = 1; cycle <= cycles; cycle += 1) {
		const { service: isKilled, other: isOtherKilled } = victims(cycle);
		const service = await startAnalyticsProcess(dataDir, environment);
		slowestReadyMs = Math.max(slowestReadyMs, service.readyAfterMs);
		const { url } = service;
		const offer = startOffering(options, (count) => send(url, count, acknowledged));
		try {
			await firstAcknowledgment(acknowledged);
			const life = options.minLifeMs + Math.random() * (options.maxLifeMs - options.minLifeMs);
			await setTimeout(life);
			if (isOtherKilled) await other?.kill();
			// A surviving service must reconnect without a restart, and then stops in order.
			if (isOtherKilled && !isKilled) await other?.up();
			await service.kill(isKilled ? "SIGKILL" : "SIGTERM");
			if (isOtherKilled && isKilled) await other?.up();
		} finally {
			// Also after a failure: neither the service nor the load may outlive the test.
			service.child.kill("SIGKILL");
			offered += await offer.stop();
		}
		onCycle?.(cycle, service.readyAfterMs);
	}
	// The last service opens the file that the last kill has left.
	const last = await startAnalyticsProcess(dataDir, environment);
	await options.finish?.(last.url);
	await last.kill("SIGTERM");
	return {
		offered,
		acknowledged: acknowledged.size,
		acknowledgedIds: acknowledged,
		slowestReadyMs,
		...inspect(dataDir, acknowledged),
	};
}

const SERVICE_ALONE = { service: true, other: false };
const TICK_MS = 20;
const BATCH_MS = 250;
/**
 * Maximum number of requests in flight. Otherwise, catching up on a busy machine would take all processor
 * time of this process, and it would read no more responses.
 */
const MAX_UNDER_WAY = 100;

/** Waits patiently, for a busy machine: a cycle without an acknowledgment proves nothing. */
export async function firstAcknowledgment(acknowledged: ReadonlySet<string>): Promise<void> {
	const before = acknowledged.size;
	const until = performance.now() + PATIENCE_MS;
	while (acknowledged.size === before) {
		if (performance.now() > until) throw new Error("The service acknowledged no event in time");
		await setTimeout(TICK_MS);
	}
}

/** Sends events at a steady rate without waiting for responses, as visitors do. */
export function startOffering(
	{ eventsPerSecond, batchSizes }: Pick<KillCycleOptions, "eventsPerSecond" | "batchSizes">,
	send: (count: number) => Promise<void>,
) {
	const start = performance.now();
	const underWay = new Set<Promise<void>>();
	let [due, offered, batches] = [0, 0, 0];
	const offer = (count: number): void => {
		if (count === 0 || underWay.size >= MAX_UNDER_WAY) return;
		offered += count;
		const sent = send(count).finally(() => underWay.delete(sent));
		underWay.add(sent);
	};
	const timer = setInterval(() => {
		const until = ((performance.now() - start) * eventsPerSecond) / 1_000;
		for (; due < until; due += 1) offer(1);
	}, TICK_MS);
	const batchTimer = setInterval(() => {
		offer(batchSizes[batches % batchSizes.length] ?? 0);
		batches += 1;
	}, BATCH_MS);
	return {
		stop: async (): Promise<number> => {
			clearInterval(timer);
			clearInterval(batchTimer);
			await Promise.all(underWay);
			return offered;
		},
	};
}

async function send(url: string, count: number, acknowledged: Set<string>): Promise<void> {
	const uuids = Array.from({ length: count }, () => crypto.randomUUID());
	const events = uuids.map((uuid) => ({ ...pageView("https://site.example/"), uuid }));
	const headers = { "user-agent": CHROME, "x-forwarded-for": someAddress() };
	try {
		const body = JSON.stringify(events);
		const signal = AbortSignal.timeout(PATIENCE_MS);
		const response = await fetch(`${url}/e/`, { method: "POST", headers, body, signal });
		if (response.status !== 200) return;
		for (const uuid of uuids) acknowledged.add(uuid);
	} catch {
		// Killed before its response: nothing was acknowledged.
	}
}

function someAddress(): string {
	return `203.0.113.${Math.floor(Math.random() * 256)}`;
}

function inspect(
	dataDir: string,
	acknowledged: ReadonlySet<string>,
): Pick<KillCycleResult, "lost" | "doubled" | "integrity"> {
	const database = new DatabaseSync(join(dataDir, "analytics", "events.sqlite"));
	const rows = database.prepare("SELECT lower(hex(uuid)) AS uuid FROM events").all();
	const stored = rows.map(({ uuid }) => String(uuid));
	const unique = new Set(stored);
	const integrity = database.prepare("PRAGMA integrity_check").get()?.["integrity_check"];
	database.close();
	const lost = [...acknowledged].filter((uuid) => !unique.has(uuid.replaceAll("-", "")));
	return {
		lost: lost.length,
		doubled: stored.length - unique.size,
		integrity: String(integrity),
	};
}
