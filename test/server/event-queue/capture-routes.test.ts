import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { createLogger } from "../../../src/platform/observability/logger.ts";
import { Metrics } from "../../../src/platform/observability/metrics.ts";
import { deliver } from "../../../src/server/event-queue/delivery.ts";
import { EventQueue } from "../../../src/server/event-queue/event-queue.ts";
import { listenAnalytics } from "../../support/analytics.ts";
import { PROJECT_KEY } from "../../support/analytics-service.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { createTestSite } from "../../support/test-site.ts";
import { CHROME } from "../../support/visitor.ts";

test("an event goes to the service at once, and its answer to the client", async () => {
	const analytics = await listenAnalytics();
	const { site, queue } = await siteOver(analytics.url);

	const good = await send(site, event("one"));
	const bad = await send(site, { nothing: "known" });

	expect(good.body).toBe('{"status":"Ok"}');
	expect(bad.statusCode).toBe(401);
	expect(queue.isEmpty).toBe(true);
	expect(namesIn(analytics)).toEqual(["one"]);
});

test.each([
	"away",
	"lost",
	"foreign",
] as const)("an event without an id is answered and stored once, in its order, where the service is first %s", async (fault) => {
	const analytics = await listenAnalytics();
	const { site, queue } = await siteOver(analytics.url, { faults: [fault] });

	const answers = [await send(site, event("one")), await send(site, event("two"))];
	await expect.poll(() => queue.isEmpty).toBe(true);

	for (const { statusCode, body } of answers) {
		expect([statusCode, body]).toEqual([200, '{"status":"Ok"}']);
	}
	await expect.poll(() => namesIn(analytics)).toEqual(["one", "two"]);
});

test("an event without an id, which a proxy sends to two replicas, is stored once", async () => {
	const analytics = await listenAnalytics();
	const { site } = await siteOver(analytics.url);
	const id = randomUUID();
	const ofProxy = { "x-forwarded-for": "203.0.113.7", "x-request-id": id };

	await send(site, event("one"), ofProxy);
	await send(site, event("one"), ofProxy);
	await send(site, event("two"), { "x-request-id": id }, "", STRANGER);
	await send(site, event("two"), { "x-request-id": id }, "", STRANGER);

	expect(namesIn(analytics)).toEqual(["one", "two", "two"]);
});

test("with the service away and no room, the client is told to come again", async () => {
	const { site } = await siteOver("http://127.0.0.1:9", { maxBytes: 10 });

	const { statusCode, headers } = await send(site, event("one"));

	expect(statusCode).toBe(503);
	expect(headers["retry-after"]).toBe("5");
});

test("pages of other origins may read the answer, and a beacon gets none", async () => {
	const { site } = await siteOver("http://127.0.0.1:9");

	const { headers } = await send(site, event("one"), { origin: "https://other.example" });
	const beacon = await send(site, event("two"), {}, "?beacon=1");

	expect(headers["access-control-allow-origin"]).toBe("https://other.example");
	expect(headers["access-control-allow-credentials"]).toBe("true");
	expect([beacon.statusCode, beacon.body]).toEqual([204, ""]);
});

test("under load, pages are refused and events go to the queue", async () => {
	const analytics = await listenAnalytics();
	const load = { delayMs: 3000 };
	const { site, queue } = await siteOver(analytics.url, { load });

	const [page, posted] = [await site.inject("/"), await send(site, event("one"))];
	const flags = await site.inject({ method: "POST", url: "/ingest/decide/?v=3", payload: "{}" });

	expect([page.statusCode, flags.statusCode]).toEqual([503, 503]);
	expect([posted.statusCode, posted.body]).toEqual([200, '{"status":"Ok"}']);
	await expect.poll(() => queue.isEmpty).toBe(true);
	expect(namesIn(analytics)).toEqual(["one"]);
});

test("without a queue, events are refused under load as well", async () => {
	const { service } = await createTestSite({
		files: { "pages/index.md": "# Welcome\n" },
		dependencies: {
			loopDelayMs: () => 3000,
			analytics: { upstream: "http://127.0.0.1:9", timeoutMs: PATIENCE_MS },
		},
	});

	expect((await send(service, event("one"))).statusCode).toBe(503);
});

type Site = Awaited<ReturnType<typeof createTestSite>>["service"];

/** No proxy of ours. */
const STRANGER = "203.0.113.9";

function send(
	site: Site,
	payload: object,
	headers: Record<string, string> = {},
	query = "",
	remoteAddress = "127.0.0.1",
) {
	return site.inject({
		remoteAddress,
		method: "POST",
		url: `/ingest/e/${query}`,
		headers: { "content-type": "text/plain", "user-agent": CHROME, ...headers },
		payload: gzipSync(JSON.stringify(payload)),
	});
}

function event(name: string) {
	return { event: name, properties: { token: PROJECT_KEY, distinct_id: "a" } };
}

function namesIn({ store }: Awaited<ReturnType<typeof listenAnalytics>>): readonly string[] {
	return store.events.newerThan(0, 100).map(({ event: name }) => name);
}

/**
 * Away: requests do not reach the service. Lost: an answer does not come back. Foreign: a proxy
 * answers in the place of the service.
 */
type Fault = "away" | "lost" | "foreign";

interface Upstream {
	/** Of the first requests, one after the other. */
	readonly faults?: readonly Fault[];
	readonly maxBytes?: number;
	/** Delay of the event loop of the site. */
	readonly load?: { readonly delayMs: number };
}

async function siteOver(upstream: string, options: Upstream = {}) {
	const { faults = [], maxBytes = 1e6, load = { delayMs: 0 } } = options;
	const left = [...faults];
	const folder = temporaryFolder();
	const queue = new EventQueue({
		folder,
		maxBytes,
		now: Date.now,
		metrics: new Metrics(),
		log: createLogger({ service: "site", level: "silent" }),
		deliver: async (delivery) => {
			const fault = left.shift();
			if (fault === "away") throw new Error("Nothing listens");
			if (fault === "foreign") {
				return { status: 404, headers: new Headers(), body: Buffer.from("no such page") };
			}
			const answer = await deliver(delivery, upstream, 5_000);
			if (fault === "lost") throw new Error("The connection broke");
			return answer;
		},
	});
	queue.start();
	onTestFinished(() => queue.close());
	const { service } = await createTestSite({
		files: { "pages/index.md": "# Welcome\n" },
		dependencies: {
			trustedProxies: ["loopback"],
			loopDelayMs: () => load.delayMs,
			analytics: { upstream, timeoutMs: PATIENCE_MS, queue },
		},
	});
	return { site: service, queue };
}
