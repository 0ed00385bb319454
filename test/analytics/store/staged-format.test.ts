import fc from "fast-check";
import { expect, test } from "vitest";
import type { NewEvent, Properties } from "../../../src/analytics/store/events/new-event.ts";
import { DamagedFileError } from "../../../src/analytics/store/file/damage.ts";
import { packStaged, unpackStaged } from "../../../src/analytics/store/staged-format.ts";
import { newPageView } from "../../support/new-event.ts";

const NOON = Date.UTC(2026, 0, 15, 12);

const properties = fc.dictionary(
	fc.constantFrom("a", "b", "7", "$lib", "ü"),
	fc.option(fc.jsonValue(), { nil: undefined }),
);
const change = fc.record({ set: properties, setOnce: properties, unset: fc.constant(["x"]) });
const events = fc.array(
	fc.record({
		event: fc.constantFrom("$pageview", "order", "a\u2028b"),
		distinctId: fc.string(),
		timestamp: fc.integer(),
		receivedAt: fc.constantFrom(NOON, NOON + 1),
		properties,
		personChange: fc.option(change, { nil: undefined }),
		person: fc.option(
			change.map((done) => ({ change: done, merge: undefined })),
			{ nil: undefined },
		),
		groups: fc.constantFrom([], [{ type: "company", key: "c1", set: {} }]),
		bot: fc.constantFrom(undefined, "Googlebot"),
		visit: fc.constantFrom(undefined, newPageView({ timestamp: NOON, page: "/" }).visit),
	}),
	{ maxLength: 20 },
);

test("events come back as they were staged, whatever they have in common", () => {
	fc.assert(
		fc.property(events, (drawn) => {
			const staged = drawn.map((event, index) => ({ ...event, uuid: `${index}` }));

			const { count, json } = packStaged(staged);

			expect(count).toBe(staged.length);
			expect(unpackStaged(json).map(asJson)).toEqual(staged.map(asJson));
		}),
	);
});

test("a property that a step has taken out does not come back as null", () => {
	const event = { ...newPageView({ timestamp: NOON, page: "/" }), properties: { ip: undefined } };

	const [unpacked] = unpackStaged(packStaged([event]).json);

	expect(Object.keys(unpacked?.properties as Properties)).toEqual([]);
});

test("a text that is something else is damage", () => {
	const { json } = packStaged([newPageView({ timestamp: NOON, page: "/" })]);

	for (const text of ["", json.slice(1), "[]", json.replace("[0,", "[1,")]) {
		expect(() => unpackStaged(text), text).toThrow(DamagedFileError);
	}
});

/** What is absent is absent, and bytes are text. */
function asJson(event: NewEvent): unknown {
	const visitor = event.visit && Buffer.from(event.visit.visitor).toString("base64");
	return JSON.parse(
		JSON.stringify({ ...event, visit: event.visit && { ...event.visit, visitor } }),
	);
}
