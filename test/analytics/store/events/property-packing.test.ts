import fc from "fast-check";
import { expect, test } from "vitest";
import {
	packProperties,
	packWhole,
	unpackProperties,
} from "../../../../src/analytics/store/events/property-packing.ts";
import { type Shape, Shapes } from "../../../../src/analytics/store/events/shapes.ts";

const IDENTITY = { uuid: "018a981f-4b35-7c66-825e-8b0eeae65714", distinctId: "user-1" };

test("properties come out as they went in", () => {
	const properties = fc.dictionary(
		fc.oneof(fc.string(), fc.constantFrom("$lib", "$os", "$pageview_id", "distinct_id")),
		fc.oneof(fc.jsonValue(), fc.constantFrom(IDENTITY.uuid, IDENTITY.distinctId)),
	);

	fc.assert(
		fc.property(properties, (record) => {
			// What a step keeps is JSON: it has neither -0 nor prototypes.
			const { __proto__: _, ...plain } = JSON.parse(JSON.stringify(record));
			expect(unpackProperties(packProperties(plain, IDENTITY), IDENTITY)).toEqual(plain);
			expect(unpackProperties(packWhole(plain), IDENTITY)).toEqual(plain);
		}),
	);
});

test("a property without a value is no property", () => {
	const properties = { $lib: "web", $raw_user_agent: undefined, title: "A", gclid: undefined };
	const packed = packProperties(properties, IDENTITY);

	expect(packed).toEqual(packProperties({ $lib: "web", title: "A" }, IDENTITY));
	expect(unpackProperties(packed, IDENTITY)).toEqual({ $lib: "web", title: "A" });
});

test("events of one shape share their template", () => {
	const [one, two] = ["/a", "/b"].map((path) =>
		packProperties({ $lib: "web", $pathname: path, distinct_id: "user-1" }, IDENTITY),
	);

	expect(one?.template).toBe(two?.template);
	expect(one?.values).toBe('["/a"]');
});

test("events have one shape exactly when they have one template", () => {
	const value = fc.oneof(
		fc.constantFrom<unknown>(
			undefined,
			"web",
			"[]",
			'["a"]',
			"null",
			1,
			"1",
			null,
			true,
			[],
			["a"],
			{},
		),
		fc.constantFrom(IDENTITY.uuid, IDENTITY.distinctId),
	);
	const keys = fc.constantFrom("$lib", "$os", "$active_feature_flags", "$feature/a", "title", "x");
	const records = fc.array(fc.dictionary(keys, value), { minLength: 2, maxLength: 40 });

	fc.assert(
		fc.property(records, (all) => {
			const shapes = new Shapes();
			const templateOf = new Map<Shape, string>();
			const shapeOf = new Map<string, Shape>();
			for (const record of all) {
				const { shape, values } = shapes.of(record, IDENTITY);
				const packed = packProperties(record, IDENTITY);
				expect(JSON.stringify(values)).toBe(packed.values);
				expect(templateOf.get(shape) ?? packed.template).toBe(packed.template);
				templateOf.set(shape, packed.template);
				const keys = Object.keys(record).filter((key) => record[key] !== undefined);
				shapeOf.set(JSON.stringify([keys, packed.template]), shape);
			}
			expect(shapeOf.size).toBe(templateOf.size);
		}),
	);
});
