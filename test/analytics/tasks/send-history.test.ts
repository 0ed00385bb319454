import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { sendHistory } from "../../../src/analytics/tasks/send-history.ts";
import { testAnalytics } from "../../support/analytics-service.ts";
import { listenForTest } from "../../support/listen-for-test.ts";
import { newPageViews } from "../../support/new-event.ts";

const NOW = Date.UTC(2026, 0, 15, 12);

test("history arrives as a historical migration, no faster than asked, and goes on where it ended", async () => {
	const answers = [200, 429, 503, 200, 401];
	const { url, batches } = await recordingReceiver(() => answers.shift() ?? 200);
	const { store } = testAnalytics({ now: NOW });
	const events = newPageViews(1_200, (index) => ({
		timestamp: NOW - index,
		page: `/${index}`,
		bot: index === 7 ? "crawler" : undefined,
	}));
	store.writeBatch(events);
	const waits: number[] = [];
	const send = () =>
		sendHistory({
			store,
			url,
			projectKey: "phc_other",
			eventsPerSecond: 100,
			log: () => undefined,
			wait: async (ms) => waits.push(ms),
		});

	const problem = await send();
	const waitedUntilRefused = waits.splice(0);
	const rest = await send();

	expect(problem).toMatch(/refuses events with 401: .* Sent until then: 999 events/);
	expect(rest).toBeUndefined();
	// A batch a second for each hundred events; what is too much, as long as the other side says.
	expect(waitedUntilRefused).toEqual([4_990, 7_000, 7_000, 5_000]);
	const taken = batches.filter(({ status }) => status === 200).map(({ body }) => body);
	expect(taken.map(({ api_key, historical_migration }) => [api_key, historical_migration])).toEqual(
		taken.map(() => ["phc_other", true]),
	);
	expect(taken.flatMap(({ batch }) => batch.map(({ uuid }) => uuid))).toEqual(
		events.filter(({ bot }) => bot === undefined).map(({ uuid }) => uuid),
	);
	expect(taken[0]?.batch[0]).toMatchObject({
		event: "$pageview",
		timestamp: new Date(NOW).toISOString(),
		distinct_id: events[0]?.distinctId,
		properties: events[0]?.properties,
	});
});

interface Batch {
	readonly api_key: string;
	readonly historical_migration: boolean;
	readonly batch: readonly { readonly uuid: string }[];
}

async function recordingReceiver(statusOf: () => number) {
	const batches: { readonly status: number; readonly body: Batch }[] = [];
	const server = createServer((request, response) => {
		void buffer(request).then((packed) => {
			const body = JSON.parse(String(gunzipSync(packed))) as Batch;
			const status = request.url === "/batch/" ? statusOf() : 404;
			batches.push({ status, body });
			response.writeHead(status, { "retry-after": "7" }).end("{}");
		});
	});
	return { url: `http://127.0.0.1:${await listenForTest(server)}`, batches };
}
