import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { csvRow } from "../../../src/analytics/api-types/csv.ts";
import { exportedEvent } from "../../../src/analytics/api-types/transfer.ts";
import { type AnalyticsStore, openStore } from "../../../src/analytics/store/analytics-store.ts";
import { personUuid } from "../../../src/analytics/store/persons/persons.ts";
import { PERSONAL_KEY, startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { newPageView } from "../../support/new-event.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const NOON = Date.UTC(2026, 0, 15, 12);

let analytics: TestAnalytics;

beforeEach(() => {
	analytics = startAnalytics({ now: NOON });
});

describe("events.jsonl", () => {
	test("an event is exported in the form that is documented, and in no other", async () => {
		const uuid = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";
		await analytics.capture({
			uuid,
			event: "upgrade",
			distinct_id: "user-1",
			timestamp: "2026-01-15T11:59:00Z",
			properties: { plan: "team", $set: { name: "Ada" }, $set_once: { first: true } },
		});

		const [line, ...others] = await exportLines("");

		expect(others).toEqual([]);
		expect(line).toEqual({
			format: 2,
			uuid,
			event: "upgrade",
			distinct_id: "user-1",
			timestamp: "2026-01-15T11:59:00.000Z",
			received_at: "2026-01-15T12:00:00.000Z",
			properties: expect.objectContaining({ plan: "team" }),
			set: { name: "Ada" },
			set_once: { first: true },
			unset: [],
			person_id: personUuid("user-1"),
			bot: null,
			visit: null,
		});
		expect(exportedEvent.strict().parse(line)).toEqual(line);
	});

	test("an event that sets nothing has null there", async () => {
		await analytics.capture({ event: "click", distinct_id: "user-1" });

		expect(await exportLines("")).toMatchObject([{ set: null, set_once: null }]);
	});

	test("from is included and to is not", async () => {
		analytics.store.writeBatch([0, 1, 2, 3].map((hour) => viewAt(NOON + hour * 3_600_000)));

		const lines = await exportLines("?from=2026-01-15T13:00:00Z&to=2026-01-15T15:00:00Z");

		expect(lines.map(({ timestamp }) => timestamp)).toEqual([
			"2026-01-15T13:00:00.000Z",
			"2026-01-15T14:00:00.000Z",
		]);
	});

	test("every event is there once and in order, whatever pages they fall on", async () => {
		// Many at the same moment, in an order of arrival that is not that of time.
		const views = Array.from({ length: 1_700 }, (_, index) => viewAt(NOON - (index % 7) * 1_000));
		analytics.store.writeBatch(views);

		const lines = await exportLines("");

		expect(new Set(lines.map(({ uuid }) => uuid))).toEqual(new Set(views.map(({ uuid }) => uuid)));
		expect(lines).toHaveLength(views.length);
		const times = lines.map(({ timestamp }) => timestamp);
		expect(times).toEqual(times.toSorted());
	});

	test("nothing is an empty answer", async () => {
		const response = await analytics.get("/api/v1/export/events.jsonl");

		expect(response.statusCode).toBe(200);
		expect(response.headers["content-type"]).toBe("application/jsonl; charset=utf-8");
		expect(response.body).toBe("");
	});

	test("a wrong range is refused with a sentence", async () => {
		const url = "/api/v1/export/events.jsonl?from=2026-01-16&to=2026-01-15";
		const response = await analytics.get(url);

		expect(response.statusCode).toBe(400);
		expect(response.json().problems).toEqual([
			'to must be later than from: current value is "2026-01-15"',
		]);
	});
});

describe("the store while an export runs", () => {
	/** Eight hundred megabytes; the buffers between here and the reader hold a few. */
	const PAGES = 400;

	test.each([
		"identity",
		"gzip",
	])("is asked for no more than the reader takes in %s, and for nothing once the reader has left", async (coding) => {
		const { store, pagesRead } = endlessStore();
		const { service } = startAnalytics({ now: NOON, store });
		const url = new URL(await service.listen({ host: "127.0.0.1", port: 0 }));

		const outgoing = request({
			host: url.hostname,
			port: url.port,
			path: "/api/v1/export/events.jsonl",
			headers: { authorization: `Bearer ${PERSONAL_KEY}`, "accept-encoding": coding },
		}).end();
		const { promise: closed, resolve } = Promise.withResolvers<void>();
		outgoing.on("response", (response) => {
			response.on("close", resolve);
			response.on("error", () => {});
			// Takes one chunk and then nothing more.
			response.once("data", () => response.pause());
		});
		await expect.poll(() => pagesRead()).toBeGreaterThan(1);
		const whenFull = await untilStill(pagesRead);
		outgoing.destroy();
		await closed;
		const whenLeft = await untilStill(pagesRead);

		expect(whenFull).toBeLessThan(PAGES);
		expect(whenLeft - whenFull).toBeLessThanOrEqual(1);
	});

	/** A store that always has a further page, and counts how many were read. */
	function endlessStore() {
		const store = openStore(`${temporaryFolder()}/events.sqlite`, NOON);
		store.writeBatch(Array.from({ length: 200 }, () => fatView()));
		const page = store.events.page({ from: 0, to: NOON + 1, order: "oldest-first", limit: 200 });
		let read = 0;
		const endless: AnalyticsStore = {
			...store,
			events: {
				...store.events,
				page: () => {
					read += 1;
					return page;
				},
			},
		};
		return { store: endless, pagesRead: () => read };
	}

	/** @returns The number once it has stopped growing. */
	async function untilStill(read: () => number): Promise<number> {
		let [before, looks] = [-1, 0];
		const look = (): number => {
			looks = read() === before ? looks + 1 : 0;
			before = read();
			return looks;
		};
		await expect.poll(look, { interval: 100 }).toBeGreaterThan(3);
		return read();
	}
});

describe("events.csv", () => {
	test("has a head, a row for each event, and quotes where they are needed", async () => {
		await analytics.capture({
			event: 'say "hi", all',
			distinct_id: "user-1",
			timestamp: "2026-01-15T11:59:00Z",
			properties: { plan: "team" },
		});

		const response = await analytics.get("/api/v1/export/events.csv");

		const [head, row, end] = response.body.split("\r\n");
		expect(response.headers["content-type"]).toContain("text/csv");
		expect(head).toBe(
			"uuid,event,distinct_id,timestamp,received_at,properties,set,set_once,unset,person_id,bot,visitor,session",
		);
		expect(row).toMatch(/^[\w-]{36},"say ""hi"", all",user-1,2026-01-15T11:59:00.000Z,/);
		expect(row).toContain('""plan"":""team""');
		expect(end).toBe("");
	});

	const FORMULAS = ["=HYPERLINK(1)", "+1", "-1+2", "@SUM(1)", "\t=1"];

	test.each(FORMULAS)("a cell of %j cannot be run as a formula", (cell) => {
		expect(csvRow(["a", cell])).toBe(`a,'${cell}\r\n`);
	});

	test("numbers stay numbers, and nothing is empty", () => {
		expect(csvRow([-2.5, "-3", null, "line\nbreak"])).toBe('-2.5,-3,,"line\nbreak"\r\n');
	});
});

async function exportLines(query: string): Promise<readonly Record<string, unknown>[]> {
	const response = await analytics.get(`/api/v1/export/events.jsonl${query}`);
	expect(response.statusCode).toBe(200);
	return response.body
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line));
}

function viewAt(timestamp: number) {
	return newPageView({ timestamp, page: "/" });
}

/** Ten kilobytes that no coding makes much shorter, so that a few pages fill every buffer on the way. */
function fatView() {
	return { ...viewAt(NOON), properties: { text: randomBytes(7_500).toString("base64") } };
}
