import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { newEvents, rawEvents } from "../../support/raw-events.ts";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 15, 12);

let analytics: TestAnalytics;

beforeEach(() => {
	analytics = startAnalytics({ now: NOW });
	analytics.store.writeBatch(newEvents(rawEvents(NOW / DAY_MS - 20.5, 10)));
});

test.each([
	["/api/v1/export/events.jsonl", "gzip", gunzipSync],
	["/api/v1/export/events.jsonl", "gzip, deflate, br, zstd", brotliDecompressSync],
	["/api/openapi.json", "gzip", gunzipSync],
	["/api/openapi.json", "gzip, deflate, br, zstd", brotliDecompressSync],
])("%s for a client that takes %s says what it says to others, in a third of the bytes", async (url, accepted, decode) => {
	const plain = await analytics.get(url);
	const coded = await analytics.call({ url, headers: { "accept-encoding": accepted } });

	expect(plain.headers["content-encoding"]).toBeUndefined();
	expect(coded.headers["vary"]).toContain("accept-encoding");
	expect(decode(coded.rawPayload).equals(plain.rawPayload)).toBe(true);
	expect(coded.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
});

test("what is shorter than a packet stays as it is", async () => {
	const { headers } = await analytics.call({
		url: "/api/v1/keys",
		headers: { "accept-encoding": "gzip" },
	});

	expect(headers["content-encoding"]).toBeUndefined();
});
