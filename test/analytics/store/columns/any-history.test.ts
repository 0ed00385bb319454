import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createSteps } from "../../../../src/analytics/ingest/steps.ts";
import { openReader } from "../../../../src/analytics/query/threads/reader.ts";
import { exportedLine } from "../../../../src/analytics/query/transfer/exported-line.ts";
import { readExportLine } from "../../../../src/analytics/query/transfer/read-export-line.ts";
import type { AnalyticsStore } from "../../../../src/analytics/store/analytics-store.ts";
import type { NewEvent } from "../../../../src/analytics/store/new-event.ts";
import { DAY_MS, dayOf } from "../../../../src/analytics/store/totals/roll-up.ts";
import { askOverview, askStore } from "../../../support/ask-store.ts";
import { lengthsOf } from "../../../support/lengths.ts";
import { answerNaively } from "../../../support/naive-answers.ts";
import {
	countNaively,
	FIRST_DAY,
	type NaiveEvent,
	naiveHistory,
	TO_DAY,
} from "../../../support/naive-count.ts";
import { newPageView, numberedUuid } from "../../../support/new-event.ts";
import { sealAll } from "../../../support/seal-all.ts";
import { testStore } from "../../../support/test-store.ts";

const { histories } = lengthsOf("test/analytics/store/columns/any-history.test.ts");
/** Three days after the clocks of Berlin went forward. */
const NOW = Date.UTC(2026, 3, 1, 12);
const MINUTE_MS = 60_000;
const IDS = ["ann", "bob", "cid", "dan"];

const visits = fc.array(
	fc.record({
		id: fc.constantFrom(...IDS),
		isOfClient: fc.boolean(),
		day: fc.nat(TO_DAY - FIRST_DAY - 2),
		minute: fc.oneof(fc.nat(1_439), fc.integer({ min: 1_400, max: 1_439 })),
		steps: fc.array(
			fc.record({
				gap: fc.nat(45),
				page: fc.constantFrom("/", "/docs", "/pricing"),
				browser: fc.constantFrom("Chrome", "Firefox"),
				name: fc.constantFrom("$pageview", "$pageview", "signup"),
				as: fc.option(fc.constantFrom(...IDS), { freq: 8, nil: undefined }),
			}),
			{ minLength: 1, maxLength: 5 },
		),
	}),
	{ minLength: 1, maxLength: 10 },
);

const step = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ write: fc.integer({ min: 1, max: 10 }) }) },
	{ weight: 2, arbitrary: fc.constant("seal" as const) },
	{ weight: 1, arbitrary: fc.constant("restart" as const) },
	{ weight: 1, arbitrary: fc.constant("erase" as const) },
);

test("figures are those of a count over the list of events, in any history", () => {
	fc.assert(
		fc.property(
			visits,
			fc.array(step, { maxLength: 10 }),
			fc.infiniteStream(fc.nat()),
			fc.constantFrom("network" as const, "client" as const),
			(given, steps, numbers, countVisitorsBy) => {
				const events = eventsOf(given);
				const order = new Map(events.map((event) => [event.uuid, numbers.next().value ?? 0]));
				let waiting = events.toSorted(
					(a, b) => (order.get(a.uuid) ?? 0) - (order.get(b.uuid) ?? 0),
				);
				let known: readonly NaiveEvent[] = [];
				let store = testStore(undefined, NOW).store;
				const merges: [string, string][] = [];
				const write = (count: number): void => {
					const part = waiting.slice(0, count);
					// Some events come twice.
					store.writeBatch([...part, ...part.slice(0, 2)].map(newEventOf), NOW);
					known = [...known, ...part];
					for (const { id, as } of part) if (as !== undefined) merges.push([id, as]);
					waiting = waiting.slice(count);
				};
				for (const one of steps) {
					if (one === "seal") sealAll(store, dayOf(NOW));
					else if (one === "restart") {
						store.close();
						store = testStore(store.path, NOW).store;
					} else if (one === "erase") {
						const ids = new Set(store.erasePerson("dan").distinctIds);
						known = known.filter(({ id }) => !ids.has(id));
						merges.splice(
							0,
							merges.length,
							...merges.filter((pair) => !pair.some((id) => ids.has(id))),
						);
					} else write(one.write);
				}
				write(waiting.length);
				// Retention deletes persons, so their merges are read before.
				const counted = { countVisitorsBy, merges: mergesIn(store) };
				const figures = {
					overview: countNaively(known, counted),
					answers: answerNaively(naiveHistory(known, counted), countVisitorsBy === "client"),
				};
				const expected = { plain: figures, filtered: figures };
				expect(figuresOf(store, countVisitorsBy)).toEqual(expected);
				sealAll(store, dayOf(NOW));
				expect(figuresOf(store, countVisitorsBy)).toEqual(expected);
				const other = testStore(undefined, NOW).store;
				importAll(store, other);
				expect(figuresOf(other, countVisitorsBy)).toEqual(expected);
				if (countVisitorsBy === "network") {
					expireAll(store);
					// Breakdowns lack the hours at the edges of the range.
					expect(figuresOf(store, countVisitorsBy).plain?.overview.days).toEqual(
						figures.overview.days,
					);
				}
			},
		),
		{ numRuns: Number(process.env["HISTORIES"] ?? histories), endOnFailure: true },
	);
});

function eventsOf(given: typeof visits extends fc.Arbitrary<infer Visits> ? Visits : never) {
	let number = 0;
	return given.flatMap(({ id, isOfClient, day, minute, steps }, visit): readonly NaiveEvent[] => {
		let at = (FIRST_DAY + day) * DAY_MS + minute * MINUTE_MS;
		return steps.map(({ gap, ...own }) => {
			number += 1;
			at += gap * MINUTE_MS;
			const session = isOfClient ? visit + 1 : undefined;
			// A daily key of the network.
			const visitor = isOfClient ? undefined : dayOf(at) * 10 + IDS.indexOf(id) + 1;
			// No two events are of one millisecond.
			return { ...own, id, at: at + number, session, visitor, uuid: numberedUuid(number) };
		});
	});
}

function newEventOf({ uuid, at, name, page, browser, id, as, session, visitor }: NaiveEvent) {
	const merge = as !== undefined && { kind: "force" as const, otherDistinctId: as };
	const isView = name === "$pageview";
	return newPageView({
		uuid,
		timestamp: at,
		event: name,
		distinctId: id,
		receivedAt: NOW,
		properties: { $pathname: page },
		person: merge === false ? undefined : { change: { set: {}, setOnce: {}, unset: [] }, merge },
		visit: {
			session,
			visitor,
			page: isView ? page : undefined,
			status: undefined,
			traits: { browser, channel: "Direct" },
		},
	});
}

/** Persons of the store by distinct id: a check of merges themselves is elsewhere. */
function mergesIn(store: AnalyticsStore): (id: string) => string {
	return (id) => store.persons.uuidOf(id);
}

function figuresOf(store: AnalyticsStore, countVisitorsBy: "network" | "client") {
	const reader = openReader(store.path);
	try {
		const [plain, filtered] = [false, true].map((isFiltered) => {
			const asked = { reader, now: NOW, countVisitorsBy, isFiltered };
			return { overview: askOverview(asked), answers: askStore(asked) };
		});
		return { plain, filtered };
	} finally {
		reader.database.close();
	}
}

function importAll(from: AnalyticsStore, to: AnalyticsStore): void {
	const range = { from: 0, to: NOW + DAY_MS, order: "oldest-first", limit: 1_000 } as const;
	const randomBytes = (size: number) => new Uint8Array(size);
	const projectKey = "";
	const steps = createSteps({
		salts: to.salts,
		gate: to.gate,
		randomBytes,
		projectKey,
		countVisitorsBy: "network",
	});
	const context = { steps, randomBytes, projectKey, now: NOW, keptSince: 0 };
	const events = from.events.page(range).map((event): NewEvent => {
		const line = JSON.stringify(exportedLine(event, from));
		const reading = readExportLine(JSON.parse(line), line.length, context);
		if (reading.kind !== "event") throw new TypeError(JSON.stringify(reading));
		const as = from.persons
			.find(event.distinctId)
			?.distinctIds.find((id) => id !== event.distinctId);
		const merge = as !== undefined && { kind: "force" as const, otherDistinctId: as };
		const change = { set: {}, setOnce: {}, unset: [] };
		// Persons are merged by $identify; these events merge by an action of the test.
		return { ...reading.event, person: merge === false ? undefined : { change, merge } };
	});
	to.writeBatch(events, NOW);
}

/** Deletes all events by their age. */
function expireAll(store: AnalyticsStore): void {
	for (let hour = 0; hour < 60; hour += 1) {
		store.maintain({ retentionDays: 1 / 24, maxFileBytes: 1e12 }, NOW + hour * 60 * MINUTE_MS);
	}
}
