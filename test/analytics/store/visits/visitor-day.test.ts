import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openStore } from "../../../../src/analytics/store/analytics-store.ts";
import type { NewEvent } from "../../../../src/analytics/store/new-event.ts";
import {
	addRow,
	contributionsOf,
	EMPTY_DAY,
	type VisitRow,
} from "../../../../src/analytics/store/visits/visitor-day.ts";
import { VISIT_TRAITS } from "../../../../src/analytics/wire/visit-traits.ts";
import { lengthsOf } from "../../../support/lengths.ts";
import { NOON, newPageView } from "../../../support/new-event.ts";
import { openFile } from "../../../support/open-file.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { orders } = lengthsOf("test/analytics/store/visits/visitor-day.test.ts");

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe("the order of arrival changes nothing", () => {
	test("a landing view that comes last is still the one that decides where the visit is from", () => {
		const landing = view(0, "/landing", { referrer: "search.example", utm_source: "news" });
		const others = [view(1, "/docs"), view(2, "/end")];

		const late = figuresOf([[...others], [landing]]);

		expect(late).toEqual(figuresOf([[landing, ...others]]));
		expect(late).toContain("1 6 search.example: 3 1 1 0 120000");
		expect(late).toContain("1 2 /landing: 1 1 1 0 120000");
		expect(late.filter((line) => line.includes("$direct"))).toEqual([]);
	});

	test("views at 0, 50 and 25 minutes are one session, and so are their rows", () => {
		const figures = figuresOf([[view(0, "/a")], [view(50, "/b")], [view(25, "/c")]]);

		expect(figures).toContain("1 0 : 3 1 1 0 3000000");
		expect(figures).toContain("session of 3 views, 3 rows, from /a to /b");
	});

	test("in any order, in any batches, with any repeats: the same figures, to the unit", () => {
		fc.assert(
			fc.property(fc.array(anyEvent(), { minLength: 1, maxLength: 25 }), plans(), (given, plan) => {
				const events = given.map((event, index) => ({ ...event, uuid: uuidOf(index) }));
				const repeated = plan.repeats.map((index) => events[index % events.length] as NewEvent);
				const shuffled = [...events, ...repeated].map(
					(event, index) => [plan.order[index % plan.order.length] ?? 0, event] as const,
				);
				const ordered = shuffled
					.toSorted(([one], [other]) => one - other)
					.map(([, event]) => event);

				expect(figuresOf(batchesOf(ordered, plan.batchSize))).toEqual(figuresOf([events]));
			}),
			{ numRuns: orders },
		);
	}, 600_000);
});

test("rows that are added in any order make the same contributions", () => {
	const row = fc.record({
		at: fc.integer({ min: 0, max: DAY_MS - 1 }),
		isView: fc.boolean(),
		page: fc.integer({ min: 1, max: 4 }),
		trait: fc.integer({ min: 5, max: 8 }),
	});
	const numbered = fc.array(row, { maxLength: 60 }).map((rows) =>
		rows.map(
			({ at, isView, page, trait }, index): VisitRow => ({
				at,
				uuid: uuidOf(index),
				isView,
				page: isView ? page : undefined,
				traits: [trait],
			}),
		),
	);

	fc.assert(
		fc.property(
			numbered.chain((rows) =>
				fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
			),
			([rows, shuffled]) => {
				expect(sumsOf(shuffled)).toEqual(sumsOf(rows));
			},
		),
		{ numRuns: 300 },
	);
});

/** What the rows add to the totals, summed up by what it is about. */
function sumsOf(rows: readonly VisitRow[]): ReadonlyMap<string, readonly number[]> {
	const day = rows.reduce((grown, row, index) => addRow(grown, row, index + 1), EMPTY_DAY);
	const sums = new Map<string, readonly number[]>();
	for (const { target, views, visitors, sessions, bounces, durationMs } of contributionsOf(day)) {
		const added = [views, visitors, sessions, bounces, durationMs];
		const key = JSON.stringify(target);
		sums.set(
			key,
			added.map((number, index) => number + (sums.get(key)?.[index] ?? 0)),
		);
	}
	return new Map([...sums].toSorted());
}

/** Totals by text, and sessions with the rows that name them. */
function figuresOf(batches: readonly (readonly NewEvent[])[]): readonly string[] {
	const path = `${temporaryFolder()}/events.sqlite`;
	const store = openStore(path, NOON);
	for (const batch of batches) store.writeBatch(batch);
	store.close();
	const database = openFile(path);
	const rows = database.prepare(`
		SELECT period, dimension, bucket, coalesce(text, '') AS text,
			views, visitors, sessions, bounces, duration_ms
		FROM roll_ups LEFT JOIN strings ON strings.id = value
		WHERE views OR visitors OR sessions OR bounces OR duration_ms
	`);
	const sessions = database.prepare(`
		SELECT s.views, count(*) AS rows, a.text AS entry, z.text AS "exit", started_at, ended_at
		FROM sessions s JOIN events ON events.session = s.id
			LEFT JOIN strings a ON a.id = entry_page LEFT JOIN strings z ON z.id = exit_page
		GROUP BY s.id ORDER BY started_at, s.views
	`);
	return [
		...rows
			.all()
			.map(({ period, dimension, bucket, text, ...figures }) => {
				const line = `${period} ${dimension} ${text}: ${Object.values(figures).join(" ")}`;
				return period === 3 ? `${bucket} ${line}` : line;
			})
			.toSorted(),
		...sessions
			.all()
			.map(
				({ views, rows: count, entry, exit }) =>
					`session of ${views} views, ${count} rows, from ${entry} to ${exit}`,
			)
			.toSorted(),
	];
}

function view(minute: number, page: string, traits: object = {}) {
	return newEvent({ minute, page, isView: true, visitor: 1, traits });
}

interface EventParts {
	readonly minute: number;
	readonly page: string;
	readonly isView: boolean;
	readonly visitor: number;
	readonly traits: object;
}

function newEvent({ minute, page, isView, visitor, traits }: EventParts): NewEvent {
	return newPageView({
		event: isView ? "$pageview" : "click",
		timestamp: NOON + minute * MINUTE_MS,
		visit: {
			visitor: Buffer.alloc(16, visitor),
			isView,
			page,
			status: undefined,
			traits: { referrer: "$direct", browser: "Chrome", ...traits },
		},
	});
}

/** Of few visitors, with gaps around half an hour, from noon to midnight. */
function anyEvent(): fc.Arbitrary<NewEvent> {
	const trait = fc.constantFrom(...VISIT_TRAITS);
	return fc
		.record({
			minute: fc.integer({ min: 0, max: 47 }).map((quarter) => quarter * 15),
			page: fc.constantFrom("/a", "/b", "/c"),
			isView: fc.boolean(),
			visitor: fc.integer({ min: 1, max: 2 }),
			traits: fc.dictionary(trait, fc.constantFrom("x", "y"), {
				noNullPrototype: true,
				maxKeys: 3,
			}),
		})
		.map(newEvent);
}

function plans() {
	return fc.record({
		order: fc.array(fc.nat(), { minLength: 1, maxLength: 30 }),
		repeats: fc.array(fc.nat(), { maxLength: 8 }),
		batchSize: fc.integer({ min: 1, max: 10 }),
	});
}

function batchesOf(events: readonly NewEvent[], size: number): readonly (readonly NewEvent[])[] {
	const batches: (readonly NewEvent[])[] = [];
	for (let first = 0; first < events.length; first += size) {
		batches.push(events.slice(first, first + size));
	}
	return batches;
}

function uuidOf(index: number): string {
	return `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
}
