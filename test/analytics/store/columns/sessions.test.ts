import fc from "fast-check";
import { expect, test } from "vitest";
import { VISIT_TRAITS } from "../../../../src/analytics/protocol/visit-traits.ts";
import { openStore } from "../../../../src/analytics/store/analytics-store.ts";
import type { NewEvent } from "../../../../src/analytics/store/new-event.ts";
import { dayOf } from "../../../../src/analytics/store/totals/roll-up.ts";
import { fileFigures } from "../../../support/file-figures.ts";
import { lengthsOf } from "../../../support/lengths.ts";
import { NOON, newPageView, numberedUuid } from "../../../support/new-event.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const { orders } = lengthsOf("test/analytics/store/columns/sessions.test.ts");

const MINUTE_MS = 60_000;
const DAY = dayOf(NOON);

test("a landing view that comes last is still the one that decides where the visit is from", () => {
	const landing = view(0, "/landing", { referrer: "search.example", utm_source: "news" });
	const others = [view(1, "/docs"), view(2, "/end")];

	const late = figuresOf([[...others], [landing]]);

	expect(late).toEqual(figuresOf([[landing, ...others]]));
	const figures = { visitors: 1, sessions: 1, bounces: 0, duration_ms: 120_000 };
	expect(late.totals).toMatchObject({
		[`1 6 ${DAY} search.example`]: { views: 3, ...figures },
		[`1 2 ${DAY} /landing`]: { views: 1, ...figures },
	});
	expect(Object.keys(late.totals).filter((key) => key.includes("$direct"))).toEqual([]);
});

test("views at 0, 50 and 25 minutes are one session, and so are their rows", () => {
	const { totals, sessions } = figuresOf([[view(0, "/a")], [view(50, "/b")], [view(25, "/c")]]);

	const figures = { views: 3, visitors: 1, sessions: 1, bounces: 0, duration_ms: 3_000_000 };
	expect(totals[`1 0 ${DAY} `]).toMatchObject(figures);
	expect(sessions.map((session) => JSON.parse(session))).toMatchObject([
		{ views: 3, entry: "/a", exit: "/b" },
	]);
});

test("in any order, in any batches, with any repeats: the same figures, to the unit", () => {
	fc.assert(
		fc.property(fc.array(anyEvent(), { minLength: 1, maxLength: 25 }), plans(), (given, plan) => {
			const events = given.map((event, index) => ({ ...event, uuid: numberedUuid(index) }));
			const repeated = plan.repeats.map((index) => events[index % events.length] as NewEvent);
			const shuffled = [...events, ...repeated].map(
				(event, index) => [plan.order[index % plan.order.length] ?? 0, event] as const,
			);
			const ordered = shuffled.toSorted(([one], [other]) => one - other).map(([, event]) => event);

			expect(figuresOf(batchesOf(ordered, plan.batchSize))).toEqual(figuresOf([events]));
		}),
		{ numRuns: orders },
	);
}, 600_000);

function figuresOf(batches: readonly (readonly NewEvent[])[]) {
	const path = `${temporaryFolder()}/events.sqlite`;
	const store = openStore(path, NOON);
	for (const batch of batches) store.writeBatch(batch);
	store.close();
	return fileFigures(path);
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
			visitor,
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
