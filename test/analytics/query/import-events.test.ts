import { request } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { StoreUnavailableError } from "../../../src/analytics/errors.ts";
import { linesOf } from "../../../src/analytics/query/transfer/read-body.ts";
import { dayOf } from "../../../src/analytics/store/totals/roll-up.ts";
import { PERSONAL_KEY, startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { APP, storedEvents } from "../../support/analytics-service.ts";
import { numberedUuid } from "../../support/new-event.ts";

const NOON = Date.UTC(2026, 0, 15, 12);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const SITE = "https://site.example";

let analytics: TestAnalytics;

beforeEach(() => {
	analytics = startAnalytics({ now: NOON });
});

test("what retention has deleted is not counted a second time", async () => {
	const { store, clock } = analytics;
	const lines = [eventLine(NOON - 10 * DAY_MS), eventLine(NOON)].join("\n");
	await analytics.importEvents(lines);
	clock.now = NOON + 395 * DAY_MS;
	store.maintain({ retentionDays: 400, maxFileBytes: 1e12 }, clock.now);

	const answer = await analytics.importEvents(lines);

	expect(answer).toMatchObject({
		stored: 0,
		repeated: 1,
		refused: { "older-than-kept": 1 },
		problems: [expect.stringMatching(/^Line 1: timestamp must not be before 2026-01-10T12:00/)],
	});
	expect(store.rollUps.totals({ from: 0, to: 100_000 }).views).toBe(2);
});

test("what the cap of the file has deleted is not counted a second time", async () => {
	const { store } = analytics;
	const times = Array.from({ length: 2_100 }, (_, index) => NOON - 10_000 + index);
	const lines = times.map(eventLine).join("\n");
	await analytics.importEvents(lines);
	store.maintain({ retentionDays: 400, maxFileBytes: 1 }, NOON);

	const answer = await analytics.importEvents(lines);

	expect(store.events.count()).toBeLessThan(times.length);
	expect(answer).toMatchObject({ stored: 0 });
	expect(store.rollUps.totals({ from: 0, to: 100_000 }).views).toBe(times.length);
});

/** A page view whose uuid follows from its time. */
function eventLine(timestamp: number): string {
	return JSON.stringify({
		format: 2,
		uuid: numberedUuid(timestamp),
		event: "$pageview",
		distinct_id: "reader",
		timestamp: new Date(timestamp).toISOString(),
		properties: { $current_url: `${SITE}/`, $host: "site.example", $pathname: "/" },
		visit: { visitor: "1.1", session: 1, page: "/" },
	});
}

describe("an export that is imported elsewhere", () => {
	let exported: string;

	beforeEach(async () => {
		await captureStory();
		exported = await analytics.exportEvents();
	});

	test("is exported from there as it was, with the same totals and persons", async () => {
		const other = startAnalytics({ now: NOON + 90 * DAY_MS });

		const answer = await other.importEvents(exported);

		expect(answer).toEqual({
			...{ stored: 5, repeated: 0, totals: 0 },
			...{ refused: {}, warnings: {}, notes: [], problems: [] },
		});
		expect(linesIn(await other.exportEvents()).map(withoutNumbers)).toEqual(
			linesIn(exported).map(withoutNumbers),
		);
		const range = { from: dayOf(NOON), to: dayOf(NOON) + 1 };
		expect(other.store.rollUps.totals(range)).toEqual(analytics.totals());
		expect(analytics.totals()).toMatchObject({ views: 3, visitors: 2, sessions: 2 });
		expect(other.store.persons.find("anon-1")).toMatchObject({
			uuid: analytics.store.persons.find("anon-1")?.uuid,
			distinctIds: ["anon-1", "user-1"],
			properties: { plan: "team" },
		});
	});

	test("counts every visitor once though maintenance runs between its parts", async () => {
		const other = startAnalytics({ now: NOON + 90 * DAY_MS });
		const lines = exported.trimEnd().split("\n");

		for (const line of lines) {
			await other.importEvents(line);
			other.store.maintain({ retentionDays: 400, maxFileBytes: 1e12 }, other.clock.now);
		}

		const range = { from: dayOf(NOON), to: dayOf(NOON) + 1 };
		expect(other.store.rollUps.totals(range).visitors).toBe(2);
	});
});

test("lines that are wrong are counted by reason and told apart by number", async () => {
	const lines = [
		JSON.stringify(event({ event: "first" })),
		"",
		"{nonsense",
		JSON.stringify(event({ uuid: "12", timestamp: "yesterday" })),
		JSON.stringify(event({ event: "$snapshot" })),
		"[1, 2]",
		JSON.stringify(event({ properties: { text: "x".repeat(3_000_000) } })),
		eventLine(NOON + 2 * 60 * MINUTE_MS),
		JSON.stringify(event({ event: "last" })),
	];

	const answer = await analytics.importEvents(lines.join("\r\n"));

	expect(answer).toEqual({
		stored: 2,
		repeated: 0,
		totals: 0,
		refused: {
			...{ "not-json": 1, malformed: 2, recording: 1 },
			...{ "too-long": 1, "from-the-future": 1 },
		},
		warnings: {},
		notes: [],
		problems: [
			"Line 3: It must be JSON",
			'Line 4: uuid must be a UUID: current value is "12"',
			expect.stringMatching(/^Line 4: timestamp must be a time .*: current value is "yesterday"$/),
			'Line 5: Its event is dropped with the reason "recording"',
			expect.stringMatching(/^Line 6: .* must be an object/),
			expect.stringMatching(/^Line 7: It must be at most \d+ bytes$/),
			expect.stringMatching(/^Line 8: timestamp must not be /),
		],
	});
	expect(storedEvents(analytics.store).map((stored) => stored.event)).toEqual(["first", "last"]);
});

test("what may not be stored is not stored by an import either", async () => {
	const hidden = {
		$ip: "203.0.113.7",
		$raw_user_agent: "Mozilla",
		$current_url: `${SITE}/?token=1&q=a`,
	};

	await analytics.importEvents(JSON.stringify(event({ properties: hidden })));

	expect(storedEvents(analytics.store)[0]?.properties).toEqual({ $current_url: `${SITE}/?q=a` });
});

test("a body with a content coding is refused", async () => {
	const response = await analytics.call({
		method: "POST",
		url: "/api/v1/import/events.jsonl",
		headers: { "content-encoding": "gzip" },
		payload: "x",
	});

	expect(response.statusCode).toBe(415);
});

test("no body at all stores nothing", async () => {
	const response = await analytics.post("/api/v1/import/events.jsonl");

	expect(response.json()).toMatchObject({ stored: 0, refused: {} });
});

test("an import that breaks off keeps what came before, without an error in the log", async () => {
	const { service, store, logLines } = analytics;
	const outgoing = await beginImport(service);
	outgoing.on("error", () => {});

	const lines = Array.from({ length: 400 }, (_, index) =>
		JSON.stringify(event({ event: `event-${index}` })),
	);
	outgoing.write(`${lines.join("\n")}\n{"half`);
	await expect.poll(() => store.events.count()).toBe(400);
	outgoing.destroy();
	await service.close();

	expect(logLines.filter((line) => JSON.parse(line).level === "error")).toEqual([]);
});

test("a full disk is told while the rest is still on its way", async () => {
	const { store } = analytics;
	const writeBatch = (): never => {
		throw new StoreUnavailableError("The events could not be written");
	};
	const { service } = startAnalytics({ now: NOON, store: { ...store, writeBatch } });
	const { promise: status, resolve, reject } = Promise.withResolvers<number | undefined>();
	const outgoing = await beginImport(service);
	outgoing.on("error", reject);
	outgoing.on("response", (response) => resolve(response.statusCode));

	for (let count = 0; count < 400; count += 1) outgoing.write(`${JSON.stringify(event({}))}\n`);

	expect(await status).toBe(503);
	outgoing.destroy();
});

describe("linesOf()", () => {
	test.each([1, 2, 3, 7, 100])("cuts lines alike from pieces of %i bytes", async (size) => {
		const bytes = Buffer.from("é1\r\n\nlonger than ten\nü4\n  \nlast");
		const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
			bytes.subarray(index * size, (index + 1) * size),
		);

		const lines = [];
		for await (const line of linesOf(streamOf(pieces), 10)) lines.push(line);

		expect(lines).toEqual([
			{ line: 1, text: "é1" },
			{ line: 3, text: undefined },
			{ line: 4, text: "ü4" },
			{ line: 6, text: "last" },
		]);
	});
});

/** Two visitors with three views, one of whom says who they are. */
async function captureStory(): Promise<void> {
	const view = (distinctId: string, path: string, ageMs: number) =>
		capture({
			event: "$pageview",
			distinct_id: distinctId,
			timestamp: new Date(NOON - ageMs).toISOString(),
			properties: {
				$current_url: SITE + path,
				$referrer: "https://search.example/",
				$process_person_profile: false,
			},
		});
	await view("anon-1", "/", 5 * MINUTE_MS);
	await view("anon-1", "/docs?q=x", 3 * MINUTE_MS);
	await view("anon-2", "/", 2 * MINUTE_MS);
	await capture({
		event: "$identify",
		distinct_id: "user-1",
		properties: { $anon_distinct_id: "anon-1", $set: { plan: "team" }, $set_once: { since: 1 } },
	});
	await capture({ event: "upgrade", distinct_id: "user-1", properties: { price: 12.5 } });
}

function capture(event: object) {
	return analytics.capture(event, APP);
}

function event(parts: object): object {
	return {
		format: 2,
		uuid: crypto.randomUUID(),
		event: "imported",
		distinct_id: "user-1",
		timestamp: "2026-01-15T11:00:00Z",
		properties: {},
		visit: null,
		...parts,
	};
}

/** Begins an import by hand, which `inject` cannot. */
async function beginImport(service: TestAnalytics["service"]) {
	const { hostname: host, port } = new URL(await service.listen({ host: "127.0.0.1", port: 0 }));
	const headers = { authorization: `Bearer ${PERSONAL_KEY}` };
	return request({ host, port, method: "POST", path: "/api/v1/import/events.jsonl", headers });
}

/** Lines without regard to the order of keys and of events at the same moment. */
function linesIn(jsonl: string): readonly { readonly uuid: string }[] {
	const lines: { readonly uuid: string }[] = jsonl
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
	return lines.toSorted((a, b) => a.uuid.localeCompare(b.uuid));
}

/** Each store numbers visits for itself. */
function withoutNumbers({
	visit,
	...line
}: {
	readonly uuid: string;
	readonly visit?: object | null;
}) {
	return { ...line, visit: visit && { ...visit, visitor: "", session: 0 } };
}

async function* streamOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
	yield* pieces;
}
