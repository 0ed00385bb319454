import { randomUUID } from "node:crypto";
import { LRUCache } from "lru-cache";
import { DEPLOY_EVENT, INGEST_PATH } from "../../shared/analytics.ts";
import { botNameOf } from "../../shared/bot-name.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import type { GivenAnswer } from "../http/answer-metrics.ts";
import { type Delivery, isAcknowledged, UNKNOWN_SENDER } from "./delivery.ts";
import type { EventQueue } from "./event-queue.ts";

/** An event that the server captures. It belongs to no person. */
function serverEvent(event: string, nowMs: number, properties: object): object {
	return {
		event,
		uuid: randomUUID(),
		timestamp: new Date(nowMs).toISOString(),
		properties: { $lib: "loggia", $process_person_profile: false, ...properties },
	};
}

/** A build or a revision that became live. */
export interface Deploy {
	readonly kind: "build" | "revision";
	/** Id of the build or revision. */
	readonly version: string;
	readonly description: string;
}

/**
 * Captures an event when a build or a revision becomes live, as any client does: with the
 * project key, and through the queue while the service is away. Charts show these events as lines.
 */
export async function captureDeploy(
	{ kind, version, description }: Deploy,
	queue: EventQueue,
	{ key, host }: PublicConfig["analytics"],
): Promise<void> {
	// The site has no analytics, or uses another service.
	if (key === "" || host !== INGEST_PATH) return;
	const properties = { distinct_id: "site", kind, version, description };
	const event = serverEvent(DEPLOY_EVENT, queue.now(), properties);
	const delivery: Delivery = {
		id: randomUUID(),
		arrivedAt: queue.now(),
		path: "/batch/",
		headers: { "content-type": "application/json", ...UNKNOWN_SENDER },
		body: Buffer.from(JSON.stringify({ api_key: key, batch: [event] })),
	};
	const answer = queue.isEmpty ? await queue.deliver(delivery).catch(() => undefined) : undefined;
	if (answer === undefined || !isAcknowledged(answer, delivery)) await queue.add(delivery);
}

type ReadAnswer = Pick<GivenAnswer, "path" | "method" | "status" | "userAgent">;

export type BotReads = ReturnType<typeof createBotReads>;

interface BotReadsOptions {
	/** URL of the analytics service. */
	readonly upstream: string;
	readonly site: () => Pick<PublicConfig, "analytics" | "basePath" | "url">;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly everyMs?: number;
}

const EVERY_MS = 5_000;
/** Twenty reads a second: further reads of a flood are not counted. */
const MAX_WAITING = 100;
const MAX_KNOWN_AGENTS = 1_000;
const MAX_AGENT_LENGTH = 500;
const TIMEOUT_MS = 5_000;

/** Matches pages, their Markdown, and files for programs; no assets, pictures or calls of scripts. */
const READABLE =
	/^\/(?!(?:_|api\/|ingest\/|mcp$|healthz$|readyz$|metrics$))(?:.*\/)?(?:[^./]*|[^/]*\.(?:md|txt|xml))$/;

/**
 * Reports to the analytics service which pages bots read, since bots run no scripts. Reads that cannot be
 * delivered are lost.
 */
export function createBotReads({ upstream, site, now, everyMs = EVERY_MS }: BotReadsOptions) {
	const areBots = new LRUCache<string, boolean>({
		max: MAX_KNOWN_AGENTS,
		memoMethod: (agent) => botNameOf(agent) !== undefined,
	});
	let waiting: { readonly agent: string; readonly event: object }[] = [];
	const timer = setInterval(send, everyMs).unref();
	return {
		note({ path, method, status, userAgent = "" }: ReadAnswer): void {
			if (userAgent === "" || path === undefined || !READABLE.test(path)) return;
			if (method !== "GET" || (status !== 200 && status !== 304)) return;
			const agent = userAgent.slice(0, MAX_AGENT_LENGTH);
			if (waiting.length >= MAX_WAITING || !areBots.memo(agent)) return;
			waiting.push({ agent, event: eventOf(path, status) });
		},
		close(): void {
			clearInterval(timer);
			send();
		},
	};

	function eventOf(path: string, status: number): object {
		const { basePath, url } = site();
		const place = urlPath(basePath, path);
		const address = url === undefined ? { $pathname: place } : { $current_url: url + place };
		// All bots share one id, since a bot is not a person.
		const sender = { distinct_id: "bot", $browser_type: "bot" };
		return serverEvent("$pageview", now(), { ...sender, ...address, status });
	}

	function send(): void {
		const { key, host } = site().analytics;
		const batches = Map.groupBy(waiting, ({ agent }) => agent);
		waiting = [];
		// A site without analytics, or with another service, sends nothing here.
		if (key === "" || host !== INGEST_PATH) return;
		for (const [agent, reads] of batches) {
			fetch(`${upstream}/batch/`, {
				method: "POST",
				redirect: "manual",
				headers: { "content-type": "application/json", "user-agent": agent },
				body: JSON.stringify({ api_key: key, batch: reads.map(({ event }) => event) }),
				signal: AbortSignal.timeout(TIMEOUT_MS),
			})
				.then(({ body }) => body?.cancel())
				.catch(() => undefined);
		}
	}
}
