import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { PROJECT_KEY, storedEvents, testAnalytics } from "../../support/analytics-service.ts";
import { fileFigures } from "../../support/file-figures.ts";
import { CHROME, pageView, visitor } from "../../support/visitor.ts";

const MEGABYTE = 1024 * 1024;
const CLIENT_NOW = Date.UTC(2026, 0, 15, 11);
const LARGE = Array.from({ length: 3_000 }, (_, index) => ({
	uuid: `018a981f-4b35-7c66-825e-${String(index).padStart(12, "0")}`,
	event: "hello",
	distinct_id: `u${index}`,
	properties: { index, text: "ümlaut".repeat(80), $process_person_profile: false },
}));
const LARGE_BATCH = batchOf(LARGE);
const NAMELESS = LARGE.map((event) => ({ ...event, event: "" }));

test.each<readonly [string, string | Buffer]>([
	["as it is", LARGE_BATCH],
	["as gzip", gzipSync(LARGE_BATCH)],
	["as gzip in two members", Buffer.concat(halves(LARGE_BATCH).map((half) => gzipSync(half)))],
	["as a list whose events have the key", listWith(() => PROJECT_KEY)],
	["as a list of which one event has the key", listWith((isLast) => isLast && PROJECT_KEY)],
	["twice in one body", JSON.stringify({ api_key: PROJECT_KEY, batch: [...LARGE, ...LARGE] })],
])("a large batch is stored, each event once: %s", async (_form, payload) => {
	const { send, store } = testAnalytics();

	expect((await send("/batch/", payload)).statusCode).toBe(200);
	const stored = storedEvents(store);
	expect(stored).toHaveLength(LARGE.length);
	const indexes = new Set(stored.map(({ properties }) => properties["index"]));
	expect(indexes.size).toBe(LARGE.length);
	expect(stored[0]?.properties["text"]).toBe("ümlaut".repeat(80));
});

describe("a large batch that arrives in many pieces is stored, each event once", () => {
	const length = { "content-length": Buffer.byteLength(LARGE_BATCH) };
	for (const [name, headers] of Object.entries({ "its length announced": length, "or not": {} })) {
		test(name, async () => {
			const { service, store } = testAnalytics();
			const { port } = new URL(await service.listen({ host: "127.0.0.1", port: 0 }));
			const sender = request({ port, method: "POST", path: "/batch/", headers });
			const answered = once(sender, "response");

			await pipeline(Readable.from(pieces(Buffer.from(LARGE_BATCH), 40_001)), sender);

			const [response] = await answered;
			expect(response.statusCode).toBe(200);
			expect(storedEvents(store)).toHaveLength(LARGE.length);
			response.destroy();
		});
	}
});

test.each([
	["a browser", CHROME],
	["a bot", "Googlebot/2.1"],
])("a large batch of page views of %s counts as many small ones do", async (_who, userAgent) => {
	const large = testAnalytics();
	const small = testAnalytics();
	const sender = visitor({ userAgent });
	const views = Array.from({ length: 2_000 }, (_, index) => earlierView(index));

	await sender.send(large.service, timed(views));
	for (let first = 0; first < views.length; first += 400) {
		await sender.send(small.service, timed(views.slice(first, first + 400)));
	}

	// Each store has its own salts.
	const eventsOf = ({ store }: typeof large) =>
		storedEvents(store).map((event) => ({ ...event, visitor: undefined }));
	expect(eventsOf(large)).toEqual(eventsOf(small));
	const { totals } = fileFigures(large.path);
	expect(totals).toEqual(fileFigures(small.path).totals);
	expect(Object.keys(totals).length).toBeGreaterThan(0);
});

describe("what is no event costs a large batch no other event, and is counted", () => {
	const oversized = { ...LARGE[0], uuid: undefined, properties: { a: "a".repeat(3 * MEGABYTE) } };
	const bad = [{ ...LARGE[0], uuid: "x" }, { ...LARGE[0], distinct_id: "" }, 7];

	test.each([
		["an oversized event at its end", [], [oversized], { "too-large": 1 }],
		["nameless events at its start", NAMELESS.slice(0, 1_200), [], { "no-event-name": 1200 }],
		[
			"the same first and last",
			bad,
			bad,
			{ "malformed-uuid": 2, "no-distinct-id": 2, "not-an-object": 2 },
		],
	])("%s", async (_what, first, last, dropped) => {
		const { send, store, metrics } = testAnalytics();

		const response = await send("/batch/", batchOf([...first, ...LARGE, ...last]));

		expect(response.statusCode).toBe(200);
		expect(storedEvents(store)).toHaveLength(LARGE.length);
		for (const [reason, count] of Object.entries(dropped)) {
			expect(metrics.render()).toContain(`reason="${reason}"} ${count}`);
		}
	});
});

test.each<readonly [string, string | Buffer, number]>([
	["a batch that is cut off", LARGE_BATCH.slice(0, -1), 400],
	["an event that is no JSON", LARGE_BATCH.replace('"index":7,', '"index":seven,'), 400],
	["gzip that is cut off", gzipSync(LARGE_BATCH).subarray(0, -9), 400],
	["a batch of nothing that is an event", batchOf(NAMELESS), 400],
	["a batch without a key", JSON.stringify({ batch: LARGE }), 401],
	[
		"a last event with another key",
		listWith((isLast) => (isLast ? "phc_other" : PROJECT_KEY)),
		401,
	],
	["an event without a key", `{"event":"x","a":"${"a".repeat(3 * MEGABYTE)}"}`, 401],
	["a list of nothing", `[${" ".repeat(2 * MEGABYTE)}]`, 400],
	["a million keys", `{${Array.from({ length: 1e6 }, (_, index) => `"k${index}":1`).join()}}`, 400],
	["megabytes of brackets as gzip", gzipSync("[".repeat(19 * MEGABYTE)), 400],
	["megabytes of junk", Buffer.alloc(5 * MEGABYTE, 0xe9), 413],
	["three megabytes of base64", Buffer.from(LARGE_BATCH).toString("base64"), 413],
	["more than may be, with its length", Buffer.alloc(21 * MEGABYTE, "["), 413],
])("a large body that is refused stores nothing: %s", async (_what, payload, status) => {
	const { send, store } = testAnalytics();

	expect((await send("/batch/", payload)).statusCode).toBe(status);
	expect(storedEvents(store)).toEqual([]);
});

test("a payload in the query counts, whatever the body is", async () => {
	const { send, store } = testAnalytics();
	const data = JSON.stringify({ api_key: PROJECT_KEY, event: "x", distinct_id: "u" });

	const response = await send(`/e/?data=${encodeURIComponent(data)}`, "[".repeat(2 * MEGABYTE));

	expect(response.statusCode).toBe(200);
	expect(storedEvents(store)).toHaveLength(1);
});

test("one event that fills a large body is answered as accepted, and counted", async () => {
	const { capture, store, metrics } = testAnalytics();
	const properties = { a: "a".repeat(3 * MEGABYTE) };

	const response = await capture({ event: "x", distinct_id: "u", properties });

	expect(response.statusCode).toBe(200);
	expect(storedEvents(store)).toEqual([]);
	expect(metrics.render()).toContain('reason="too-large"} 1');
});

test("a sender of too much reads 413 while still sending, and may go on after it", async () => {
	const { service } = testAnalytics();
	const { port } = new URL(await service.listen({ host: "127.0.0.1", port: 0 }));

	const answers = await sendInPieces(Number(port), 30 * MEGABYTE);

	expect(answers).toMatch(/^HTTP\/1.1 413 [\s\S]*HTTP\/1.1 200 /);
});

test("others are served while a large batch is written", async () => {
	const { service, store, send } = testAnalytics();
	const large = send("/batch/", LARGE_BATCH);
	let answered = 0;
	while ((await Promise.race([large, setImmediate("under way")])) === "under way") {
		await service.inject("/healthz");
		answered += 1;
	}

	expect((await large).statusCode).toBe(200);
	expect(answered).toBeGreaterThan(3);
	expect(store.events.count()).toBe(LARGE.length);
});

/** A page view with a kilobyte around it, by a clock that is an hour slow. */
function earlierView(index: number): object {
	return {
		...pageView(`https://site.example/page-${index % 7}?secret=s&page=${index % 3}`, {
			$device_id: "d".repeat(900),
			$ip: "203.0.113.9",
			$browser: "Chrome",
		}),
		timestamp: new Date(CLIENT_NOW - index * 1_000).toISOString(),
	};
}

function timed(batch: readonly object[]): object {
	return { api_key: PROJECT_KEY, batch, sent_at: new Date(CLIENT_NOW).toISOString() };
}

function batchOf(batch: readonly unknown[]): string {
	return JSON.stringify({ api_key: PROJECT_KEY, batch });
}

function listWith(keyOf: (isLast: boolean) => string | false): string {
	return JSON.stringify(
		LARGE.map((event, index) => ({
			...event,
			token: keyOf(index === LARGE.length - 1) || undefined,
		})),
	);
}

function halves(text: string): readonly string[] {
	return [text.slice(0, 300_000), text.slice(300_000)];
}

/** Sends a body in chunks of no known length, then asks for something else. */
async function sendInPieces(port: number, bytes: number): Promise<string> {
	const socket = connect({ port, host: "127.0.0.1" });
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	let answers = "";
	socket.on("data", (data) => {
		answers += data.toString("latin1");
		if (answers.includes("HTTP/1.1 200")) resolve(answers);
	});
	socket.once("error", reject);
	socket.write("POST /e/ HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
	socket.write('2\r\n["\r\n');
	const piece = Buffer.alloc(64 * 1024, "a");
	for (let sent = 0; sent < bytes; sent += piece.length) {
		socket.write(`${piece.length.toString(16)}\r\n`);
		socket.write(piece);
		if (!socket.write("\r\n")) await new Promise((drained) => socket.once("drain", drained));
	}
	socket.write("0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\n\r\n");
	const result = await promise;
	socket.destroy();
	return result;
}

function* pieces(bytes: Buffer, size: number): Generator<Buffer> {
	for (let start = 0; start < bytes.length; start += size) {
		yield bytes.subarray(start, start + size);
	}
}
