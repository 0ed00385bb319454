import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { definedOnly } from "../../shared/defined-only.ts";
import type { AnalyticsConfig } from "../config.ts";
import type { AnalyticsStore } from "../store/analytics-store.ts";
import type { StoredEvent } from "../store/events/event-reader.ts";
import { exitWith, openStoreOrExit } from "./or-exit.ts";

export interface SentHistory {
	readonly store: Pick<AnalyticsStore, "events" | "settings">;
	/** Address of the other PostHog, without a path. */
	readonly url: string;
	/** Key of its project. */
	readonly projectKey: string;
	readonly eventsPerSecond: number;
	readonly wait: (ms: number) => Promise<unknown>;
	readonly log: (line: string) => void;
}

const BATCH_EVENTS = 500;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/**
 * Sends every event of the file, except those of bots, to another PostHog as a historical
 * migration, in order of arrival. Times and UUIDs are sent as well, so that a repeated event
 * counts once there. The file records the progress; a second call continues.
 *
 * @returns The reason for a stop before the last event, or `undefined` on success.
 */
export async function sendHistory(history: SentHistory): Promise<string | undefined> {
	const { store, url, eventsPerSecond, wait, log } = history;
	const end = store.events.lastId();
	const key = `history-sent-to:${url}`;
	let sent = 0;
	for (;;) {
		const events = store.events.newerThan(Number(store.settings.get(key) ?? 0), BATCH_EVENTS);
		const last = events.at(-1);
		if (last === undefined || (events[0]?.id ?? 0) > end) break;
		const visible = events.filter(({ bot }) => bot === undefined);
		const problem = visible.length === 0 ? undefined : await sendBatch(history, visible);
		if (problem !== undefined) return `${problem} Sent until then: ${sent} events.`;
		store.settings.set(key, String(last.id));
		sent += visible.length;
		log(`Sent ${sent} events, ${Math.max(0, end - last.id)} are left`);
		await wait((1_000 * visible.length) / eventsPerSecond);
	}
	log(`All events are sent: ${sent} in this run`);
	return undefined;
}

const pack = promisify(gzip);

async function sendBatch(
	{ url, projectKey, wait, log }: SentHistory,
	events: readonly StoredEvent[],
): Promise<string | undefined> {
	const body = await pack(
		JSON.stringify({
			api_key: projectKey,
			historical_migration: true,
			batch: events.map(renderEvent),
		}),
	);
	for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(2 * retryMs, MAX_RETRY_MS)) {
		const response = await fetch(`${url}/batch/`, {
			method: "POST",
			headers: { "content-type": "application/json", "content-encoding": "gzip" },
			body,
		}).catch(() => undefined);
		if (response?.ok === true) {
			await response.body?.cancel();
			return undefined;
		}
		const isPassing = response === undefined || response.status === 429 || response.status >= 500;
		if (!isPassing) {
			return `${url} refuses events with ${response.status}: ${(await response.text()).slice(0, 200)}.`;
		}
		await response?.body?.cancel();
		const asked = Number(response?.headers.get("retry-after"));
		const waitMs = Math.max(retryMs, asked > 0 ? 1_000 * asked : 0);
		const answer = response === undefined ? "does not answer" : `answers ${response.status}`;
		log(`${url} ${answer}: retry in ${waitMs / 1_000} s`);
		await wait(waitMs);
	}
}

function renderEvent({
	uuid,
	event,
	distinctId,
	timestamp,
	properties,
	personChange,
}: StoredEvent) {
	const { set: $set, setOnce: $set_once, unset: $unset } = personChange ?? {};
	return {
		uuid,
		event,
		distinct_id: distinctId,
		timestamp: new Date(timestamp).toISOString(),
		properties: { ...properties, ...definedOnly({ $set, $set_once, $unset }) },
	};
}

/** A low rate, because the other server also has visitors. */
const SENT_PER_SECOND = 1_000;

/** Runs the command: reads its arguments and prints the progress. */
export async function sendStoredHistory(
	config: AnalyticsConfig,
	[url = "", projectKey = "", perSecond = String(SENT_PER_SECOND)]: readonly string[],
): Promise<void> {
	const eventsPerSecond = Number(perSecond);
	if (!/^https?:/.test(url) || !URL.canParse(url) || projectKey === "" || !(eventsPerSecond > 0)) {
		exitWith(
			"send-history needs the address of a PostHog server, its project key, and optionally the events per second (default: 1000): send-history https://posthog.example phc_key 1000",
		);
	}
	const store = openStoreOrExit(config);
	const log = (line: string) => process.stdout.write(`${line}\n`);
	const problem = await sendHistory({
		store,
		projectKey,
		eventsPerSecond,
		log,
		wait: setTimeout,
		url: new URL(url).origin,
	});
	store.close();
	if (problem !== undefined) exitWith(problem);
}
