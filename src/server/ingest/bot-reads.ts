import { INGEST_PATH } from "../../shared/analytics.ts";
import { botNameOf } from "../../shared/bots/bot-name.ts";
import type { PublicConfig } from "../../shared/page/public-config.ts";
import { urlPath } from "../../shared/routing/routes.ts";
import type { GivenAnswer } from "../http/answer-metrics.ts";

/** Tells the analytics service which pages bots read: they run no script that could. */
export interface BotReads {
	readonly note: (answer: GivenAnswer) => void;
	readonly close: () => void;
}

export interface BotReadsOptions {
	/** URL of the analytics service. */
	readonly upstream: string;
	readonly site: () => Pick<PublicConfig, "analytics" | "basePath" | "url">;
	/** Milliseconds since the Unix epoch. */
	readonly now: () => number;
	readonly everyMs?: number;
}

const EVERY_MS = 5_000;
/** Twenty a second: what a flood reads beyond that is not counted. */
const MAX_WAITING = 100;
const MAX_KNOWN_AGENTS = 1_000;
const MAX_AGENT_LENGTH = 500;
const TIMEOUT_MS = 5_000;

/** Pages, their Markdown, and the files that are for programs; no assets, pictures or calls of scripts. */
const READABLE =
	/^\/(?!(?:_|api\/|ingest\/|mcp$|healthz$|readyz$|metrics$))(?:.*\/)?(?:[^./]*|[^/]*\.(?:md|txt|xml))$/;

/** What cannot be delivered is lost: no visitor is missing for it. */
export function createBotReads({
	upstream,
	site,
	now,
	everyMs = EVERY_MS,
}: BotReadsOptions): BotReads {
	const known = new Map<string, boolean>();
	const waiting = new Map<string, object[]>();
	let count = 0;
	const timer = setInterval(send, everyMs).unref();

	function isBot(agent: string): boolean {
		const before = known.get(agent);
		if (before !== undefined) return before;
		const isOne = botNameOf(agent) !== undefined;
		if (known.size >= MAX_KNOWN_AGENTS) known.clear();
		known.set(agent, isOne);
		return isOne;
	}

	function send(): void {
		const { key, host } = site().analytics;
		const batches = [...waiting];
		waiting.clear();
		count = 0;
		// A site without analytics, or with another service, sends nothing here.
		if (key === "" || host !== INGEST_PATH) return;
		for (const [agent, batch] of batches) {
			fetch(`${upstream}/batch/`, {
				method: "POST",
				redirect: "manual",
				headers: { "content-type": "application/json", "user-agent": agent },
				body: JSON.stringify({ api_key: key, batch }),
				signal: AbortSignal.timeout(TIMEOUT_MS),
			})
				.then(({ body }) => body?.cancel())
				.catch(() => undefined);
		}
	}

	return {
		note({ path, method, status, userAgent }) {
			if (userAgent === undefined || userAgent === "" || path === undefined) return;
			if (method !== "GET" || (status !== 200 && status !== 304)) return;
			const agent = userAgent.slice(0, MAX_AGENT_LENGTH);
			if (!isBot(agent) || !READABLE.test(path) || count >= MAX_WAITING) return;
			count += 1;
			const events = waiting.get(agent) ?? [];
			waiting.set(agent, events);
			events.push(readOf(path, { status, at: now(), site: site() }));
		},
		close() {
			clearInterval(timer);
			send();
		},
	};
}

function readOf(
	path: string,
	facts: {
		readonly status: number;
		readonly at: number;
		readonly site: ReturnType<BotReadsOptions["site"]>;
	},
): object {
	const { status, at, site } = facts;
	const place = urlPath(site.basePath, path);
	return {
		event: "$pageview",
		uuid: crypto.randomUUID(),
		timestamp: new Date(at).toISOString(),
		properties: {
			// All of one name: a bot is no person.
			distinct_id: "bot",
			$browser_type: "bot",
			$lib: "loggia",
			$process_person_profile: false,
			// The origin is known where it is set.
			...(site.url === undefined ? { $pathname: place } : { $current_url: site.url + place }),
			status,
		},
	};
}
