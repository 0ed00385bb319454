import fc from "fast-check";
import { expect, test } from "vitest";
import { EXPORT_FORMAT } from "../../../src/analytics/api-types/transfer.ts";
import { withChannel } from "../../../src/analytics/ingest/channel.ts";
import type { EventQuery } from "../../../src/analytics/store/events/event-reader.ts";
import type { NewEvent } from "../../../src/analytics/store/new-event.ts";
import { startAnalytics, type TestAnalytics } from "../../support/analytics.ts";
import { fileFigures } from "../../support/file-figures.ts";
import { lengthsOf } from "../../support/lengths.ts";
import { newPageView } from "../../support/new-event.ts";
import { openFile } from "../../support/open-file.ts";
import { CHROME } from "../../support/visitor.ts";

const { months } = lengthsOf("test/analytics/query/transfer.test.ts");
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MONTH = Date.UTC(2026, 0, 1);
const NOW = MONTH + 40 * DAY_MS;
const KEPT = { retentionDays: 400, maxFileBytes: 1e12 };

const PAGES = ["/", "/docs", "/blog?page=2", "/ünï'\"<i>", "(other)"] as const;
const BROWSERS = ["Chrome", "Firefox", undefined] as const;

const FILTERS = ["page:is:/docs", "browser:is:Chrome", "referrer:is_not:news.example"] as const;

/** One event of a month, by small numbers that are easy to shrink. */
const anEvent = fc.record({
	day: fc.integer({ min: 0, max: 30 }),
	minute: fc.integer({ min: 0, max: 24 * 60 - 1 }),
	visitor: fc.integer({ min: 0, max: 4 }),
	kind: fc.constantFrom("view", "view", "view", "click", "bot", "server"),
	page: fc.constantFrom(...PAGES),
	browser: fc.constantFrom(...BROWSERS),
	status: fc.constantFrom("200", "404", undefined),
	id: fc.uuid(),
});

const aMonth = fc.record({
	events: fc.uniqueArray(anEvent, { minLength: 1, maxLength: 120, selector: ({ id }) => id }),
	/** Events of so many days from the start are deleted by age. */
	deletedDays: fc.constantFrom(0, 0, 3, 11),
	/** Events of one id are erased. */
	isErased: fc.boolean(),
});

test("random months give every figure again, after an import elsewhere, to the unit", async () => {
	await fc.assert(
		fc.asyncProperty(aMonth, async (month) => {
			const here = startAnalytics({ now: NOW });
			await fill(here, month);
			const other = startAnalytics({ now: NOW });

			const exported = await here.exportEvents();
			const answer = await other.importEvents(exported);
			const again = await other.importEvents(exported);

			expect(answer).toMatchObject({ refused: {}, warnings: {}, notes: [] });
			expect(again).toMatchObject({ stored: 0, totals: 0, refused: {} });
			const isWhole = month.deletedDays === 0;
			const zone = isWhole ? "Asia/Kolkata" : "UTC";
			expect(fileFigures(other.path).totals).toEqual(fileFigures(here.path).totals);
			expect(await statsOf(other, zone)).toEqual(await statsOf(here, zone));
			// Of events that were deleted only totals are left.
			if (isWhole) {
				expect(fileFigures(other.path).sessions).toEqual(fileFigures(here.path).sessions);
				for (const filter of FILTERS) {
					expect(await statsOf(other, zone, filter)).toEqual(await statsOf(here, zone, filter));
				}
			}
			// A third store, by way of the second, knows no less.
			const third = startAnalytics({ now: NOW });
			await third.importEvents(await other.exportEvents());
			await third.importEvents(exported);
			expect(fileFigures(third.path)).toEqual(fileFigures(other.path));
			for (const { service } of [here, other, third]) await service.close();
		}),
		{ numRuns: months },
	);
});

test("events that come in while an export runs are not in it", async () => {
	const here = startAnalytics({ now: NOW });
	const { store } = here;
	const view = (minute: number) =>
		newPageView({ timestamp: MONTH + minute * MINUTE_MS, page: "/" });
	store.writeBatch(Array.from({ length: 450 }, (_, index) => view(index)));
	const { page } = store.events;
	let pages = 0;
	Object.assign(store.events, {
		page: (query: EventQuery) => {
			pages += 1;
			if (pages === 2) store.writeBatch([view(3.5), view(1_000)]);
			return page(query);
		},
	});
	const other = startAnalytics({ now: NOW });

	const answer = await other.importEvents(await here.exportEvents());

	expect(answer).toMatchObject({ stored: 450, totals: 0 });
	expect(store.events.count()).toBe(452);
});

test("what a line calls a bot's is part of no visit", async () => {
	const here = startAnalytics({ now: NOW });
	here.store.writeBatch([newPageView({ timestamp: NOW, page: "/" })]);
	const other = startAnalytics({ now: NOW });

	await other.importEvents((await here.exportEvents()).replace('"bot":null', '"bot":"Examplebot"'));

	expect(
		openFile(other.path).prepare("SELECT bot IS NULL AS human, session FROM events").all(),
	).toEqual([{ human: 0, session: null }]);
});

test("lines of another version are refused by their number", async () => {
	const line = JSON.stringify({ format: EXPORT_FORMAT + 1 });

	const answer = await startAnalytics({ now: NOW }).importEvents(line);

	expect(answer).toMatchObject({ stored: 0, refused: { malformed: 1 } });
	expect(answer.problems).toContain(
		`Line 1: format must be 2, the only supported version: current value is "3"`,
	);
});

type Month = ReturnType<typeof aMonth.generate>["value"];

/** In parts, as they come, with what is deleted afterwards. */
async function fill(analytics: TestAnalytics, { events, deletedDays, isErased }: Month) {
	const { store } = analytics;
	const half = Math.ceil(events.length / 2);
	store.writeBatch(events.slice(0, half).map(eventOf), NOW);
	store.writeBatch(events.slice(half).map(eventOf), NOW);
	if (isErased) store.erasePerson("erased");
	if (deletedDays === 0) return;
	// A twentieth an hour.
	for (let hour = 0; hour < 30; hour += 1) {
		const now = NOW + hour * 60 * MINUTE_MS;
		store.maintain({ ...KEPT, retentionDays: (now - MONTH) / DAY_MS - deletedDays }, now);
	}
}

function eventOf(generated: Month["events"][number]): NewEvent {
	const { day, minute, visitor, kind, page, browser, status, id } = generated;
	const timestamp = MONTH + day * DAY_MS + minute * MINUTE_MS;
	const key = 100 * day + visitor + 1;
	const view = newPageView({ timestamp, page, uuid: id, visitor: key });
	const distinctId = visitor === 0 ? "erased" : `visitor-${visitor}`;
	const event = { ...view, distinctId, receivedAt: timestamp + 1_000 };
	const traits = withChannel({ referrer: visitor > 2 ? "news.example" : "$direct", browser });
	if (kind === "bot") return { ...event, bot: "Examplebot", visit: undefined };
	if (kind === "server") return { ...event, event: "order", visit: undefined };
	const isView = kind === "view";
	return {
		...event,
		event: isView ? "$pageview" : "click",
		visit: { visitor: key, page, status, traits },
	};
}

function statsOf({ read }: TestAnalytics, zone = "UTC", filter = "") {
	const events = filter === "" ? ",event,bot" : "";
	const query = new URLSearchParams({
		from: "2026-01-01",
		to: "2026-02-05",
		interval: filter === "" ? "day" : "hour",
		timezone: zone,
		breakdown: `page,entry_page,exit_page,status,referrer,channel,browser${events}`,
	});
	if (filter !== "") query.append("filter", filter);
	return read(`/api/v1/stats?${query}`);
}

test("sessions of clients over midnight, at the same time and with pauses are the same after an import", async () => {
	const options = { now: NOW, countVisitorsBy: "client" } as const;
	const here = startAnalytics(options);
	const midnight = NOW - 10 * DAY_MS;
	const view = (minute: number, $session_id: string) => ({
		...{
			event: "$pageview",
			distinct_id: "ann",
			timestamp: new Date(midnight + minute * MINUTE_MS),
		},
		properties: { $current_url: "https://site.example/", $session_id, $lib: "web" },
	});
	for (const [minute, session] of [
		[-20, "first"],
		[-5, "second"],
		[-3, "first"],
		[12, "first"],
		[70, "first"],
		[75, "second"],
	] as const) {
		await here.capture(view(minute, session), CHROME);
	}
	const other = startAnalytics(options);

	await other.importEvents(await here.exportEvents());

	const stats = await statsOf(here, "UTC");
	expect(stats.totals.sessions).toBe(2);
	expect(await statsOf(other, "UTC")).toEqual(stats);
});
