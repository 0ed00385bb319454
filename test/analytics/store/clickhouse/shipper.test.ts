import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { openReader } from "../../../../src/analytics/query/threads/reader.ts";
import type { ClickHouse } from "../../../../src/analytics/store/clickhouse/connect.ts";
import { readBlock } from "../../../../src/analytics/store/clickhouse/read-block.ts";
import { startShipper } from "../../../../src/analytics/store/clickhouse/shipper.ts";
import { startAnalytics } from "../../../support/analytics.ts";
import { testAnalytics } from "../../../support/analytics-service.ts";
import { hasClickHouse } from "../../../support/clickhouse.ts";
import { newPageView, newPageViews } from "../../../support/new-event.ts";
import { shipToClickHouse } from "../../../support/ship-to-clickhouse.ts";
import { testStore } from "../../../support/test-store.ts";
import { pageView } from "../../../support/visitor.ts";

const NOW = Date.UTC(2026, 0, 15, 12);
/** Takes everything, and has nothing. */
const EMPTY: ClickHouse = {
	address: {
		...{ url: "http://clickhouse:8123", user: "loggia", password: "" },
		...{ database: "loggia", cluster: undefined },
	},
	prepare: async () => {},
	insert: async () => {},
	command: async () => {},
	rows: async () => [],
	setRetention: async () => {},
	close: async () => {},
};
const ODD = {
	"a.b": 5,
	"it's": 'a "text" \\ with \u00e9',
	"%2E": [1, { c: null }],
	flag: true,
	text: "\0\t\r\n",
};
const STAYS = "o'stays\0\t\\N\r\n";

test.skipIf(!hasClickHouse)(
	"properties arrive as they are, and what is erased goes there too, but not what comes later",
	async () => {
		const { store, path } = testStore();
		const write = (distinctId: string, at: number) =>
			store.writeBatch([newPageView({ timestamp: at, distinctId, properties: ODD })]);
		write(STAYS, NOW);
		write("goes\\", NOW + 1);
		const { clickHouse, remove } = await shipToClickHouse(store, openReader(path));
		onTestFinished(remove);
		const stored = async () =>
			(
				await clickHouse.rows<{ readonly distinct_id: string; readonly body: string }>(
					"SELECT distinct_id, body FROM loggia.events ORDER BY at",
				)
			).map(({ distinct_id, body }) => ({ id: distinct_id, body: JSON.parse(body) as unknown }));

		const both = [
			{ id: STAYS, body: ODD },
			{ id: "goes\\", body: ODD },
		];
		expect(await stored()).toEqual(both);
		store.erasePerson("goes\\");
		write("goes\\", NOW + 2);
		const erasures = store.openShipping();
		await expect
			.poll(() => [erasures.dueErasures(1).length, erasures.waiting()], { timeout: 30_000 })
			.toEqual([0, 0]);
		expect(await stored()).toEqual(both);
		const [row] = await clickHouse.rows<{ readonly values: readonly string[] }>(
			"SELECT [properties.`a%2Eb`.:String, properties.`%252E`.:String] AS values FROM loggia.events LIMIT 1",
		);
		expect(row?.values).toEqual(["5", '[1,{"c":null}]']);
	},
);

test("a block ends where it has grown large, and is the same when it is read again", () => {
	const { store, path } = testStore();
	const properties = { text: "a".repeat(3_000_000) };
	store.writeBatch(newPageViews(5, (index) => ({ timestamp: NOW + index, properties })));
	const reader = openReader(path);
	const read = (after: number, last?: number) =>
		readBlock(reader, { source: "here", limit: 100, after, last });
	const [first, second] = [read(0), read(3)];

	// Each text stands in two columns.
	expect(first).toMatchObject({ first: 1, last: 3, isFull: true });
	expect(second).toMatchObject({ first: 4, last: 5, isFull: false });
	expect(Buffer.concat(read(0, 3)?.rows ?? [])).toEqual(Buffer.concat(first?.rows ?? []));
	expect(read(5)).toBeUndefined();
});

test("days that differ are compared again after an hour, not at every look at the queue", async () => {
	vi.useFakeTimers({ now: NOW });
	onTestFinished(() => void vi.useRealTimers());
	const { store } = testStore();
	const differing: (readonly string[])[] = [];
	const shipper = startShipper({
		...{ log: store.openShipping(), clickHouse: EMPTY, source: "here", now: Date.now },
		readBlock: async () => undefined,
		countDays: async () => new Map([[NOW / 86_400_000 - 0.5, 3]]),
		retentionDays: () => 30,
		changed: () => {},
		completed: (comparison) => void differing.push(comparison.differing),
	});
	onTestFinished(() => shipper.close());

	await vi.advanceTimersByTimeAsync(59 * 60_000);
	expect(differing).toEqual([["2026-01-15"]]);
	await vi.advanceTimersByTimeAsync(2 * 60_000);
	expect(differing).toEqual([["2026-01-15"], ["2026-01-15"]]);
});

test.skipIf(!hasClickHouse)(
	"a ClickHouse that has lost its events gets all of the file again, persons too",
	async () => {
		const { store, path } = testStore();
		const change = { set: { plan: "team" }, setOnce: {}, unset: [] };
		store.writeBatch(
			["one", "two"].map((distinctId, index) => {
				const person = { change, merge: undefined };
				return newPageView({ timestamp: NOW + index, distinctId, person });
			}),
		);
		const { clickHouse, shipAgain, remove } = await shipToClickHouse(store, openReader(path));
		onTestFinished(remove);
		const stored = async () => {
			const [row] = await clickHouse.rows<{ readonly events: number; readonly persons: number }>(
				`SELECT (SELECT count() FROM loggia.events) AS events,
					(SELECT count() FROM loggia.person_ids) AS persons`,
			);
			return row;
		};
		const before = await stored();

		for (const table of ["events", "person_ids"]) {
			await clickHouse.command(`TRUNCATE TABLE loggia.${table}`);
		}
		await shipAgain();

		expect(before).toEqual({ events: 2, persons: 2 });
		expect(await stored()).toEqual(before);
	},
);

test("what waits is kept until the file is full, then events are refused, and taken again when some are sent", async () => {
	const { service, store, send } = testAnalytics({ now: NOW });
	const log = store.openShipping();
	const limits = { retentionDays: 36_500, maxFileBytes: 3_000_000 };
	const flood = () =>
		store.writeBatch(
			newPageViews(500, () => ({
				timestamp: NOW,
				properties: { text: randomBytes(250).toString("hex") },
			})),
		);
	let written = 0;
	const writeUntilRefused = () => {
		for (; written < 100; written += 1) {
			flood();
			store.maintain(limits, NOW);
		}
	};

	expect(writeUntilRefused).toThrow("full of queued events");
	const refused = await send("/e/", pageView("https://site.example/"));
	const ready = await service.inject("/readyz");
	expect(log.waiting()).toBe(written * 500);
	log.acknowledge({ first: 1, last: store.events.lastId() - 1, token: "all" });
	for (let turn = 0; turn < 50; turn += 1) store.maintain(limits, NOW);

	expect([refused.statusCode, ready.statusCode]).toEqual([503, 503]);
	expect(ready.json().problems.join()).toContain("full of events that wait for ClickHouse");
	expect(flood).not.toThrow();
	expect((await service.inject("/readyz")).statusCode).toBe(200);
});

test("with ClickHouse away, events are taken, and the answer and the check say what is the matter", async () => {
	const status = { isComplete: true, awaySince: NOW, waiting: 7, waitingSince: NOW };
	const away = () => Promise.reject(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));
	const { service, get, post } = startAnalytics({
		now: NOW,
		shipping: {
			status: () => status,
			clickHouse: {
				...EMPTY,
				...{ prepare: away, command: away, insert: away, rows: away, setRetention: away },
			},
		},
	});
	const ready = await service.inject("/readyz");
	const asked = await post("/api/v1/query", { kind: "trend", measure: { of: "events" } });
	const overview = await get("/api/v1/stats");
	const filtered = await get("/api/v1/stats?filter=browser:is:Firefox");

	expect(ready.statusCode).toBe(200);
	expect(ready.json()).toMatchObject({
		problems: ["ClickHouse has accepted no events since 2026-01-15T12:00:00.000Z: 7 are queued"],
	});
	expect(asked.statusCode).toBe(503);
	expect(asked.json().problems[0]).toContain("ClickHouse is unavailable (ECONNREFUSED)");
	// Totals are in the file.
	expect([overview.statusCode, filtered.statusCode]).toEqual([200, 503]);
});
